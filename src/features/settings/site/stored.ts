import { z } from 'zod'
import { changeTexts } from '#text/change-texts'
import { withoutCredentials } from '#text/stored-schema'
import { siteInput } from './contract'
import { changed } from './store'

/** The schemas of the settings in archives: absent values have their defaults, and links have no credentials. */
export const storedSite = {
  id: z.literal(1),
  values: z
    .preprocess((stored) => changeTexts(stored, withoutCredentials), siteInput)
    .refine(({ home }) => typeof home?.page !== 'string', { path: ['home', 'page'], error: 'validation.homePage' })
    .transform((values) => changed({}, values)),
}
