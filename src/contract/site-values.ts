import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { look } from './look'
import { siteParts } from './site-choices'
import { socialKinds } from './social-kinds'

const texts = z.object(byLanguage(() => z.string()))
const menuLink = z.object({ label: texts, href: z.string() })
const picture = z.int().nullable()

/** A colour as it is written. */
export const colour = z
  .string({ error: 'validation.colour' })
  .regex(/^#[\da-f]{6}$/i, 'validation.colour')
  .transform((text) => text.toLowerCase())

/** The id of a picture as it is written. */
export const pictureId = z
  .int({ error: 'validation.picture' })
  .positive('validation.picture')
  .max(2_147_483_647, 'validation.picture')

/** The owner's settings of the site. Pictures are ids of the library. */
export const siteValues = z.object({
  name: z.string(),
  footer: texts,
  /** `{year}` is replaced by the current year. */
  copyright: texts,
  /** `#rrggbb` */
  accent: z.string(),
  look,
  logo: picture,
  /** The logo on dark backgrounds; null for the same one. */
  logoDark: picture,
  icon: picture,
  socialPicture: picture,
  social: z.array(z.object({ kind: z.enum(socialKinds, { error: 'validation.value' }), url: z.string() })),
  navigation: z.array(menuLink.extend({ children: z.array(menuLink) })),
  /** `from` and `until`: null means now and never. */
  announcement: z
    .object({
      text: texts,
      href: z.string().nullable(),
      from: z.iso.datetime().nullable(),
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** The built-in parts of the pages that are switched off. */
  hidden: z.array(z.enum(siteParts, { error: 'validation.value' })),
  /** The custom page that is shown as the home page; null for the built-in one. */
  home: z.object({ page: z.int() }).nullable(),
})
