import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWithSession } from '#auth/sign-in-dialog'
import { useIntentKey } from '#base/http/use-intent-key'
import type { Loaded, RecordForm } from '#records/editor/use-record-form'
import { changedFields, pick, type Values } from '#records/editor/values'
import { ApiError, send } from '#base/http/client'
import { parseObject } from '#base/text/parse-json'
import type { PageContent } from '#features/pages/contract'
import { pagesQuery } from '#features/pages/queries'
import { readSettings, type SettingsPage, writeSettings } from './settings-page'

type Options = {
  page: SettingsPage
  form: RecordForm<Values>
  /** The row the form was made from; undefined while the page has none. */
  row: PageContent | undefined
  onSaved: () => void
  onFailed: (error: unknown) => void
}

/**
 * Saves a page's settings into its content. When somebody else saved the page meanwhile, their changes are taken up;
 * where both changed the same setting, the form shows both.
 */
export function useSettingsSaving({ page, form, row, onSaved, onFailed }: Options) {
  const client = useQueryClient()
  const withSession = useWithSession()
  const keyFor = useIntentKey()
  const [stored, setStored] = useState(row)
  const { mutateAsync, isPending } = useMutation({
    // Offline, a save fails at once and says so, instead of waiting unseen.
    networkMode: 'always',
    mutationFn: (change: { content: string; version: number | undefined }) =>
      withSession(() => send<PageContent>('POST', '/api/page-contents', {
        body: { page, content: change.content },
        version: change.version,
        idempotencyKey: keyFor(change),
      })),
  })

  const write = async (values: Values, base: Loaded<Values>, on: PageContent | undefined): Promise<void> => {
    try {
      const content = JSON.stringify(writeSettings(page, parseObject(on?.content), values), null, 2)
      const saved = await mutateAsync({ content, version: on?.version })
      setStored(saved)
      form.rebase({ values, version: saved.version }, values)
      void client.invalidateQueries({ queryKey: pagesQuery().queryKey })
      onSaved()
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) await meetOtherVersion(values, base).catch(onFailed)
      else onFailed(error)
    }
  }

  const meetOtherVersion = async (values: Values, base: Loaded<Values>) => {
    const pages = await client.fetchQuery({ ...pagesQuery(), staleTime: 0 })
    const current = pages.find((one) => one.page === page)
    const theirs = { values: readSettings(page, parseObject(current?.content)), version: current?.version ?? 0 }
    const mine = changedFields(base.values, values)
    setStored(current)
    if (changedFields(base.values, theirs.values).some((field) => mine.includes(field) && values[field] !== theirs.values[field])) {
      form.showConflict(theirs)
    } else {
      const merged = { ...theirs.values, ...pick(values, mine) }
      form.rebase(theirs, merged)
      await write(merged, theirs, current)
    }
  }

  return {
    isPending,
    save: (values: Values) => write(values, form.base, stored),
    /** Saves what was chosen from both versions. */
    saveMerged: (theirs: Loaded<Values>, merged: Values) => {
      form.rebase(theirs, merged)
      return write(merged, theirs, stored)
    },
  }
}
