import { atom, useSetAtom } from 'jotai'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { type Field, isText, isTranslatable } from '#records/kind/fields'
import type { DescribedKind } from '#records/kind/record'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { useFieldLabel } from './fields/kind-text'
import { seoFields } from './fields/seo-fields'
import { pathIn } from './values/values'

/** What the command dialog of the admin can do in the open editor. */
export type OpenEditor = {
  fields: readonly { path: string; label: string }[]
  goTo(path: string): void
  preview(language: Language): void
  /** The label of the button that publishes. */
  publishLabel: string
  publish(): void
}

export const openEditorAtom = atom<OpenEditor | null>(null)

type Options = Pick<OpenEditor, 'goTo' | 'preview' | 'publish' | 'publishLabel'> & {
  kind: DescribedKind
  /** Nothing is done while the editor shows something else, or saves. */
  isReady: boolean
}

/** Makes an editor that is on the screen known to the command dialog. */
export function useOpenEditor({ kind, isReady, publishLabel, ...actions }: Options): void {
  const setOpen = useSetAtom(openEditorAtom)
  const labelOf = useFieldLabel(kind)
  const fields = useMemo(() => pathsOf(kind).map((path) => ({ path, label: labelOf(path) })), [kind, labelOf])
  const goTo = useEffectEvent(actions.goTo)
  const preview = useEffectEvent(actions.preview)
  const publish = useEffectEvent(actions.publish)
  useEffect(() => {
    if (!isReady) return undefined
    setOpen({
      fields,
      publishLabel,
      goTo: (path) => goTo(path),
      preview(language) {
        preview(language)
        // The field that had it is no longer shown.
        rescueFocus()
      },
      publish: () => publish(),
    })
    return () => setOpen(null)
  }, [setOpen, isReady, fields, publishLabel])
}

/** The fields with a label: a list is one of them, and blocks are not. */
function pathsOf({ name: kind, fields }: DescribedKind): string[] {
  const named = Object.entries(fields)
  return languages.flatMap((language) => {
    const isShown = (field: Field) => language === defaultLanguage || (isText(field) && isTranslatable(field))
    return [
      ...named.flatMap(([name, field]) =>
        field.type !== 'value' && field.type !== 'blocks' && isShown(field) ? [name] : [],
      ),
      ...(kind === 'page' ? [] : ['slug']),
      ...seoFields.map((name) => `metadata.${name}`),
    ].map((path) => pathIn(language, path))
  })
}
