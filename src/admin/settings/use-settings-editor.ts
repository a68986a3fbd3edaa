import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { parseObject } from '#text/parse-json'
import type { PageContent } from '#features/pages/contract'
import { pagesQuery } from '#features/pages/editor/editor-queries'
import { pageKindOf } from '#features/pages/page-fields'
import { useEditor } from '#records/editor/saving/use-editor'
import { lastSaver } from '#records/screen/load-record'
import type { Values } from '#records/editor/values/values'
import { loadedSettings, type SettingsPage, settingsPages, writeSettings } from './settings-page'

type Options = {
  page: SettingsPage
  /** The row that holds them; undefined while the page has none. */
  row: PageContent | undefined
  onSaved: (merged: string | undefined) => void
  onFailed: (error: unknown, faults: Record<string, string>) => void
}

/**
 * Edits a page's settings, which are saved into its content. When somebody else saved the page meanwhile, their changes
 * are taken up; where both changed the same setting, the form shows both.
 */
export function useSettingsEditor({ page, row, onSaved, onFailed }: Options) {
  const t = useText()
  const client = useQueryClient()
  const stored = useRef(row)
  return useEditor<Values>({
    unsavedKey: `settings:${page}`,
    loaded: loadedSettings(page, row),
    titleOf: () => t(settingsPages[page].tab),
    takesUp: true,
    write: async (values, { version }, idempotencyKey) => {
      const content = JSON.stringify(writeSettings(page, parseObject(stored.current?.content), values), null, 2)
      stored.current = await send<PageContent>('POST', '/api/page-contents', {
        body: { page, content },
        version: version === 0 ? undefined : version,
        idempotencyKey,
      })
      return stored.current
    },
    fresh: async () => {
      const pages = await client.fetchQuery({ ...pagesQuery(), staleTime: 0 })
      stored.current = pages.find((one) => one.page === page)
      return { ...loadedSettings(page, stored.current), by: await lastSaver(client, pageKindOf(page), page) }
    },
    fieldOf: (path) => path.replace(/^content\./, ''),
    onSaved: (_, __, ___, merged) => {
      void client.invalidateQueries({ queryKey: pagesQuery().queryKey })
      onSaved(merged)
    },
    onFailed: (error, _, faults) => onFailed(error, faults),
  })
}
