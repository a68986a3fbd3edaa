import { useQueryClient } from '@tanstack/react-query'
import { createElement, useCallback, useState } from 'react'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { usePublishing } from '#editing/picture-library'
import { checkJson } from '#editing/json-text'
import { issueText, useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { type EditedPage, pageContentInput } from '#features/pages/contract'
import { type PageValues, toLoaded } from '#features/pages/editor/page-values'
import { mergePages } from '#features/pages/editor/page-merging'
import { pageKindOf } from '#features/pages/page-fields'
import { editedPageQuery } from '#features/pages/editor/editor-queries'
import { failureText } from '#records/editor/saving/failure'
import { joinSentences } from '#records/editor/merge/merged-words'
import type { Versions } from '#records/editor/merge/merging'
import type { Way } from '#records/editor/saving/editor-state'
import type { KeptText } from '#records/editor/saving/unsaved-text'
import { useLifeEditor, useDraftToast } from '#records/screen/life/use-life-editor'
import { ViewPage } from '#records/screen/view-page'
import { useWritePage } from './use-write-page'

type PageEditing = {
  stored: EditedPage
  resume?: KeptText
  unsavedKey: string
  /** The JSON text must be mended first. */
  showJson: () => void
  onSaved: () => void
  onClose: () => void
}

/** Edits a page: checks what is typed and saves it, in one of the ways or by itself, and says what came of it. */
export function usePageEditor({ stored: opened, resume, unsavedKey, showJson, onSaved, onClose }: PageEditing) {
  const { page } = opened
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const publishing = usePublishing()
  const tellDraft = useDraftToast()
  const name = t(`page.${page}`)
  const fail = (description: string) => toast({ variant: 'destructive', title: t('page.updateFailed'), description })

  const { write, remove, stored, take, newest } = useWritePage(opened)
  const [loaded] = useState(() => toLoaded(opened))

  const form = useLifeEditor<PageValues, EditedPage>({
    kind: pageKindOf(page),
    idOf: () => page,
    unsavedKey,
    loaded,
    resume,
    titleOf: () => name,
    merge: useCallback((versions: Versions<PageValues>) => mergePages(page, versions), [page]),
    write,
    take,
    load: () => client.fetchQuery({ ...editedPageQuery(page), staleTime: 0 }),
    toLoaded,
    autosave: {
      // Invalid content is not sent to the server and stays on this device.
      isReady: ({ text }) => pageContentInput.safeParse({ page, content: text }).success,
      onKept: onSaved,
      onDiscarded: onSaved,
      remove,
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
        void form.save(form.values, way)
      })
    else void form.save(form.values, way)
  }

  return { form, save, stored, take, newest }
}
