import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import { parseObject } from '#text/parse-json'
import type { PageContent } from '#features/pages/contract'
import { pagesQuery } from '#features/pages/editor/editor-queries'
import { pageKindOf } from '#features/pages/page-fields'
import { answerWithin, patience } from '#records/editor/saving/failure'
import type { RecordForm } from '#records/editor/saving/use-record-form'
import { useSaving } from '#records/editor/saving/use-saving'
import { lastSaver } from '#records/screen/load-record'
import type { Values } from '#records/editor/values/values'
import { loadedSettings, type SettingsPage, writeSettings } from './settings-page'

type Options = {
  page: SettingsPage
  form: RecordForm<Values>
  /** The row the form was made from; undefined while the page has none. */
  row: PageContent | undefined
  onSaved: (merged: string | undefined) => void
  onFailed: (error: unknown, faults: Record<string, string>) => void
}

/**
 * Saves a page's settings into its content. When somebody else saved the page meanwhile, their changes are taken up;
 * where both changed the same setting, the form shows both.
 */
export function useSettingsSaving({ page, form, row, onSaved, onFailed }: Options) {
  const client = useQueryClient()
  const withSession = useWithSession()
  const stored = useRef(row)
  return useSaving<Values>({
    form,
    write: async (values, { version }, idempotencyKey) => {
      const content = JSON.stringify(writeSettings(page, parseObject(stored.current?.content), values), null, 2)
      stored.current = await withSession(() =>
        answerWithin(
          patience,
          send<PageContent>('POST', '/api/page-contents', {
            body: { page, content },
            version: version === 0 ? undefined : version,
            idempotencyKey,
          }),
        ),
      )
      return stored.current
    },
    fresh: async () => {
      const pages = await client.fetchQuery({ ...pagesQuery(), staleTime: 0 })
      stored.current = pages.find((one) => one.page === page)
      return { ...loadedSettings(page, stored.current), by: await lastSaver(client, pageKindOf(page), page) }
    },
    staysOpen: () => true,
    fieldOf: (path) => path.replace(/^content\./, ''),
    onSaved: (_, __, ___, merged) => {
      void client.invalidateQueries({ queryKey: pagesQuery().queryKey })
      onSaved(merged)
    },
    onFailed: (error, _, faults) => onFailed(error, faults),
  })
}
