import { useQueryClient } from '@tanstack/react-query'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import type { SiteAnswer } from '#features/site-settings/contract'
import { siteQuery } from '#features/site-settings/queries'
import { answerWithin, patience } from '#records/editor/saving/failure'
import type { RecordForm } from '#records/editor/saving/use-record-form'
import { useSaving } from '#records/editor/saving/use-saving'
import type { Values } from '#records/editor/values/values'
import { fetchPictures } from './fetch-pictures'
import { changedSite, loadedSite, urlsIn } from './site-values'

type Options = {
  form: RecordForm<Values>
  onSaved: (site: SiteAnswer, merged: string | undefined) => void
  onFailed: (error: unknown, faults: Record<string, string>) => void
}

/** Saves what was changed of the site's values; what somebody else has changed meanwhile is taken up. */
export function useSiteSaving({ form, onSaved, onFailed }: Options) {
  const client = useQueryClient()
  const withSession = useWithSession()
  const toLoaded = (site: SiteAnswer) => loadedSite(site, urlsIn(form.newest().values))
  return useSaving<Values, SiteAnswer>({
    form,
    write: (values, { version }, idempotencyKey) =>
      withSession(() =>
        answerWithin(
          patience,
          send<SiteAnswer>('PUT', '/api/site', {
            body: changedSite(form.newest().base.values, values),
            version,
            idempotencyKey,
          }),
        ),
      ),
    fresh: async () => {
      const site = await client.fetchQuery({ ...siteQuery(), staleTime: 0 })
      return loadedSite(site, await fetchPictures(client, site))
    },
    staysOpen: () => true,
    toLoaded,
    onSaved: (_, answer, __, merged) => {
      client.setQueryData(siteQuery().queryKey, answer)
      onSaved(answer, merged)
    },
    onFailed: (error, _, faults) => onFailed(error, faults),
  })
}
