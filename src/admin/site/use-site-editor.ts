import { useQueryClient } from '@tanstack/react-query'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import type { SiteAnswer } from '#features/site-settings/contract'
import { siteQuery } from '#features/site-settings/queries'
import type { Loaded } from '#records/editor/saving/editor-state'
import { useEditor } from '#records/editor/saving/use-editor'
import type { Values } from '#records/editor/values/values'
import { fetchPictures } from './fetch-pictures'
import { changedSite, loadedSite, urlsIn } from './site-values'

type Options = {
  loaded: Loaded<Values>
  onSaved: (site: SiteAnswer, merged: string | undefined) => void
  onFailed: (error: unknown, faults: Record<string, string>) => void
}

/** Edits the site's values. Only what was changed is saved; what somebody else has changed meanwhile is taken up. */
export function useSiteEditor({ loaded, onSaved, onFailed }: Options) {
  const t = useText()
  const client = useQueryClient()
  const form = useEditor<Values, SiteAnswer>({
    unsavedKey: 'site',
    loaded,
    titleOf: () => t('adminNav.appearance'),
    takesUp: true,
    write: (values, { version }, idempotencyKey) => {
      const body = changedSite(form.newest().base.values, values)
      return send<SiteAnswer>('PUT', '/api/site', { body, version, idempotencyKey })
    },
    fresh: async () => {
      const site = await client.fetchQuery({ ...siteQuery(), staleTime: 0 })
      return loadedSite(site, await fetchPictures(client, site))
    },
    toLoaded: (site): Loaded<Values> => loadedSite(site, urlsIn(form.newest().values)),
    onSaved: (_, answer, __, merged) => {
      client.setQueryData(siteQuery().queryKey, answer)
      onSaved(answer, merged)
    },
    onFailed: (error, _, faults) => onFailed(error, faults),
  })
  return form
}
