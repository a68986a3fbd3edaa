import { useQueryClient } from '@tanstack/react-query'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { UserRegion } from '#auth/sessions/user-region'
import { send } from '#client/api-error'
import type { SiteAnswer } from '#features/settings/site/contract'
import { siteQuery } from '#features/settings/queries'
import { useText } from '#i18n/i18n'
import { defaultLanguage, languages } from '#i18n/language'
import { useFailureToast } from '#records/editor/saving/failure'
import type { Editor } from '#records/editor/saving/use-editor'
import { changedFields, type Values } from '#records/editor/values/values'
import { HistoryView } from '#records/screen/history/history-view'
import { revisionsQuery } from '#records/screen/load-record'
import { Button } from '#ui/controls/buttons/button'
import { useRestoreVersion } from '#records/screen/history/use-restore-version'
import { loadFailed, TableSkeleton } from '#ui/controls/states/states'
import { useToast } from '#ui/toasts/toast'
import { fetchPictures, loadedSite, picturesOf, useSiteValue } from './site-values'

/** The settings in the queries of histories. */
const kind = { api: '' }
const id = 'site'

/** Restores old versions; `isTyped` keeps what was typed since over the restored values. */
function useRestore(form: Pick<Editor<Values>, 'newest' | 'rebase'>) {
  const client = useQueryClient()
  const withSession = useWithSession()
  return async (version: number, { over, isTyped }: { over?: number; isTyped?: boolean } = {}): Promise<SiteAnswer> => {
    const from = over ?? (await client.fetchQuery({ ...siteQuery(), staleTime: 0 })).version
    const restore = () => send<SiteAnswer>('POST', `/api/site/revisions/${version}/restore`, { version: from })
    const site = await withSession(restore)
    client.setQueryData(siteQuery().queryKey, site)
    await client.invalidateQueries({ queryKey: ['/api/site/brand'] })
    await client.invalidateQueries({ queryKey: ['/api', id] })
    const loaded = loadedSite(site, await fetchPictures(client, site))
    const { base, values } = form.newest()
    const typed = isTyped ? changedFields(base.values, values) : []
    form.rebase(loaded, {
      ...loaded.values,
      ...Object.fromEntries(typed.map((field) => [field, values[field] ?? ''])),
    })
    return site
  }
}

/** The button of the toast after a save: publishes the version before again, unless there was another change since. */
export function useUndoSite(form: Pick<Editor<Values>, 'newest' | 'rebase'>): (saved: SiteAnswer) => React.ReactNode {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const restore = useRestore(form)
  const showFailure = useFailureToast()
  const undo = async (saved: SiteAnswer) => {
    try {
      const [, before] = await client.fetchQuery({ ...revisionsQuery(kind, id), staleTime: 0 })
      if (!before) return
      await restore(before.version, { over: saved.version, isTyped: true })
      toast({ title: t('site.undone'), description: t('site.savedText') })
    } catch (error) {
      showFailure(error, t('site.failed'))
    }
  }
  return (saved) => <Button onPress={() => void undo(saved)}>{t('life.undo')}</Button>
}

type SiteHistoryProps = { form: Editor<Values>; labelOf: (field: string) => string }

/** The versions of the appearance, by whom and when, with their differences. */
export function SiteHistory({ form, labelOf }: SiteHistoryProps) {
  const t = useText()
  const show = useSiteValue()
  const showFailure = useFailureToast()
  const restore = useRestore(form)
  const restoring = useRestoreVersion({
    restore: (version) => restore(version),
    textOf: () => t('site.savedText'),
    fail: (error) => showFailure(error, t('site.failed')),
    isDirty: form.isDirty,
  })
  return (
    <>
      <UserRegion
        loading={<TableSkeleton label={t('site.historyLoading')} />}
        failed={loadFailed('site.historyFailed')}
      >
        <HistoryView
          source={{
            kind,
            id,
            valuesOf,
            labelOf,
            shownOf: (field, before, after) => ({
              before: show(field, shown(before)),
              after: show(field, shown(after)),
            }),
            languageOf: (field) => languages.find((one) => field.split('.').includes(one)) ?? defaultLanguage,
          }}
          isRestoring={restoring.isPending}
          onRestore={restoring.restore}
        />
      </UserRegion>
      {restoring.question}
    </>
  )
}

const shown = (value: string | boolean | undefined): string => String(value ?? '')

/** Pictures are named by their ids; a version before the first one has no fields. */
function valuesOf(stored: Record<string, unknown>): Values {
  if (stored.name === undefined) return {}
  const site = { ...stored, version: 0 } as SiteAnswer
  return loadedSite(site, Object.fromEntries(picturesOf(site).map((picture) => [picture, `/media/${picture}/`]))).values
}
