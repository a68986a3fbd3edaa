import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import type { LanguageTexts } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import { useText } from '#i18n/i18n'
import { answerWithin, responseTimeout, plainFailure } from '#records/editor/saving/failure'
import type { MediaItem } from '../contract'
import { useMediaCache } from '#features/media/serving/media-cache'
import { mediaItemQuery } from '../queries'

/** What a picture shows, in each language, or that it only adorns. */
export type Description = { alt: LanguageTexts; decorative: boolean }

/** Stores missing alternative texts. A text that another person has added meanwhile is kept. */
export function useDescribePictures() {
  const t = useText()
  const client = useQueryClient()
  const cache = useMediaCache()
  const withSession = useWithSession()
  const describeOne = async ({ id, alt: typed, decorative }: Description & { id: number }) => {
    const { version, alt, decorative: adorns } = await client.fetchQuery({ ...mediaItemQuery(id), staleTime: 0 })
    const body = {
      alt: byLanguage((language) => alt[language] || typed[language].trim()),
      decorative: adorns || decorative,
    }
    cache.put(await send<MediaItem>('PUT', `/api/media/${id}`, { body, version }))
  }
  const { mutateAsync, isPending, error } = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: (pictures: (Description & { id: number })[]) =>
      withSession(() => answerWithin(responseTimeout, Promise.all(pictures.map(describeOne)))),
  })
  return {
    isPending,
    failure: error ? plainFailure(error, t('media.saveFailed'), t) : undefined,
    /** Whether all were stored. */
    describe: (pictures: (Description & { id: number })[]) =>
      mutateAsync(pictures).then(
        () => true,
        () => false,
      ),
  }
}
