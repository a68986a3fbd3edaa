import { useQueryClient } from '@tanstack/react-query'
import { createElement, useEffect, useEffectEvent, useRef } from 'react'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { usePublishing } from '#editing/picture-library'
import { checkJson } from '#editing/json-text'
import { issueText, useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { type EditedPage, pageContentInput } from '#features/pages/contract'
import { pageKind, type PageValues, toLoaded } from '#features/pages/page-values'
import { editedPageQuery } from '#features/pages/editor-queries'
import { failureText } from '#records/editor/saving/failure'
import { joinSentences } from '#records/editor/merge/merged-words'
import type { RecordForm } from '#records/editor/saving/use-record-form'
import { useSaving } from '#records/editor/saving/use-saving'
import { lastSaver } from '#records/screen/load-record'
import { ViewPage } from '#records/screen/view-page'
import type { PageWay, useWritePage } from './use-write-page'

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
  const name = t(`page.${page}`)
  const isKept = useRef(false)
  const fail = (description: string) => toast({ variant: 'destructive', title: t('page.updateFailed'), description })
  const tellDraft = ({ version }: EditedPage, merged?: string) =>
    toast({
      title: t('life.draftSaved'),
      description: joinSentences(
        t(version > 0 ? 'life.draftSavedBeside' : 'life.draftSavedText', { title: name }),
        merged,
      ),
    })

  const saving = useSaving<PageValues, EditedPage, PageWay>({
    form,
    write,
    fresh: async () => {
      const now = await client.fetchQuery({ ...editedPageQuery(page), staleTime: 0 })
      if (now) take(now)
      return (
        now && {
          ...toLoaded(now),
          by: now.draft?.savedBy?.username ?? (await lastSaver(client, pageKind, page)),
        }
      )
    },
    staysOpen: (way) => way !== 'publish',
    toLoaded,
    autosave: {
      way: 'draft',
      write: (values, on, key) => write(values, on, key, 'autosave'),
      toVersions: ({ version, draft }) => ({ version, draft: draft?.version ?? 0 }),
      // What is no page yet waits on this device.
      isReady: ({ text }) => pageContentInput.safeParse({ page, content: text }).success,
      onKept: (answer) => {
        isKept.current = true
        take(answer)
        onSaved()
        void client.invalidateQueries({ queryKey: ['/api/page-contents', page, 'revisions'] })
      },
      remove,
      onDiscarded: () => {
        isKept.current = false
        onSaved()
      },
    },
    onSaved: (_, answer, way, merged) => {
      isKept.current = false
      take(answer)
      onSaved()
      if (way === 'publish') {
        toast({
          title: t('page.saved'),
          description: joinSentences(t('page.savedText', { page: name }), merged),
          action: createElement(ViewPage, { href: href(sitePaths[page]) }),
        })
        onClose()
      } else tellDraft(answer, merged)
    },
    onFailed: (error) => fail(failureText(error, t('page.updateFailed'), t)),
  })

  const save = (way: PageWay) => {
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

  /** What was typed and kept by itself stays, and whoever leaves is told so, by whatever way. */
  const leave = useEffectEvent(() => {
    if (isKept.current) tellDraft(newest())
  })
  useEffect(() => () => leave(), [])

  return { saving, save }
}
