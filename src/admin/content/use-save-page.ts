import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { usePublishing } from '#editing/picture-library'
import { checkJson } from '#editing/json-text'
import { issueText, useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { type EditedPage, pageContentInput } from '#features/pages/contract'
import { type PageValues, toLoaded } from '#features/pages/editor/page-values'
import { pageKindOf } from '#features/pages/page-fields'
import { editedPageQuery } from '#features/pages/editor/editor-queries'
import { failureText } from '#records/editor/saving/failure'
import { joinSentences } from '#records/editor/merge/merged-words'
import type { RecordForm } from '#records/editor/saving/use-record-form'
import { useLifeSaving, useTellDraft } from '#records/screen/life/use-life-saving'
import type { Way } from '#records/screen/life/write-record'
import { ViewPage } from '#records/screen/view-page'
import type { useWritePage } from './use-write-page'

type SavePage = {
  form: RecordForm<PageValues>
  writing: ReturnType<typeof useWritePage>
  /** The JSON text must be mended first. */
  showJson: () => void
  onSaved: () => void
  onClose: () => void
}

/** Checks what is typed and saves it, in one of the ways or by itself, and says what came of it. */
export function useSavePage({
  form,
  writing: { write, remove, stored, take, newest },
  showJson,
  onSaved,
  onClose,
}: SavePage) {
  const { page } = stored
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const publishing = usePublishing()
  const tellDraft = useTellDraft()
  const name = t(`page.${page}`)
  const fail = (description: string) => toast({ variant: 'destructive', title: t('page.updateFailed'), description })

  const saving = useLifeSaving<PageValues, EditedPage>({
    kind: pageKindOf(page),
    idOf: () => page,
    form,
    write,
    remove,
    take,
    load: () => client.fetchQuery({ ...editedPageQuery(page), staleTime: 0 }),
    toLoaded,
    autosave: {
      // What is no page yet waits on this device.
      isReady: ({ text }) => pageContentInput.safeParse({ page, content: text }).success,
      onKept: onSaved,
      onDiscarded: onSaved,
    },
    onSaved: (_, answer, way, merged) => {
      onSaved()
      if (way === 'publish') {
        toast({
          title: t('page.saved'),
          description: joinSentences(t('page.savedText', { page: name }), merged),
          action: createElement(ViewPage, { href: href(sitePaths[page]) }),
        })
        onClose()
      } else tellDraft(name, answer.version > 0, merged)
    },
    onFailed: (error) => fail(failureText(error, t('page.updateFailed'), t)),
    onLeft: (autosaved) => {
      if (autosaved === 'kept') tellDraft(name, newest().version > 0)
    },
  })

  const save = (way: Way) => {
    const { text } = form.values
    const issue = pageContentInput.safeParse({ page, content: text }).error?.issues[0]
    if (!checkJson(text).value) {
      showJson()
      toast({ variant: 'destructive', title: t('page.invalidJson'), description: t('page.invalidJsonText') })
    } else if (issue) fail(issueText(t, issue.message))
    else if (way === 'publish')
      publishing(checkJson(text).value, () => {
        void saving.save(form.values, way)
      })
    else void saving.save(form.values, way)
  }

  return { saving, save }
}
