import { queryOptions } from '@tanstack/react-query'
import type { Translate } from '#i18n/i18n'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { contentKindOf, contentTitle, editorAddress } from '#features/kinds'
import { fieldLabel } from '#records/editor/fields/kind-text'
import type { TranslationReport, Untranslated } from '#records/translation/translation-contract'

/** What is left to translate of the whole site. */
export const untranslatedQuery = () => queryOptions<Untranslated[]>({ queryKey: ['/api/translations'] })

export type Left = {
  id: string
  language: OtherLanguage
  title: string
  kind: string
  editor: string
  /** Below which the API has it. */
  address: string
  list: string
  updatedAt: string
  told: TranslationReport
  /** The draft beside it is translated, and waits to be published. */
  isDrafted: boolean
  /** As they are called where they are edited, the outdated ones apart. */
  missing: string[]
  outdated: { path: string; name: string }[]
}

/** The records as people call them and their texts, language by language: what an editor opens is the draft, where there is one. */
export function leftOf(rows: readonly Untranslated[], t: Translate): Left[] {
  return rows.flatMap((row) => otherLanguages.flatMap((language) => leftIn(row, language, t)))
}

function leftIn(row: Untranslated, language: OtherLanguage, t: Translate): Left[] {
  const { kind, id, title, updatedAt, draft } = row
  const isDrafted = draft?.[language].state === 'complete'
  const told = draft && !isDrafted ? draft[language] : row[language]
  if (told.state === 'complete') return []
  const described = contentKindOf(kind, id)
  const editor = editorAddress(kind, id)
  if (described === undefined || editor === undefined) return []
  const list = `/api${described.api}`
  const pathsThat = (state: string) =>
    Object.entries(told.fields).flatMap(([path, one]) => (one === state ? [path] : []))
  const nameOf = (path: string) => fieldLabel(t, described, path)
  return [
    {
      id: `${kind} ${id} ${language}`,
      language,
      title: contentTitle(t, kind, id, title),
      kind: t(`translation.kind.${kind}` as MessageId),
      editor,
      address: `${list}/${id}`,
      list,
      updatedAt: updatedAt ?? '',
      told,
      isDrafted,
      missing: pathsThat('missing').map(nameOf),
      outdated: pathsThat('outdated').map((path) => ({ path, name: nameOf(path) })),
    },
  ]
}
