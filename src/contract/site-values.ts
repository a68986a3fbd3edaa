import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'

/** Maximum number of entries in the menu, and in a submenu. */
export const longestMenu = 8

/** Maximum characters of an entry's label. */
export const longestLabel = 60

export const mostSocialLinks = 12

/** What the sign-up form is for: the waitlist, the newsletter alone, or nothing (there is no form). */
export const signUpModes = ['waitlist', 'news', 'off'] as const

export type SignUpMode = (typeof signUpModes)[number]

/** Built-in parts of the pages that can be switched off: the badge of the hero, the waitlist, and parts of the footer. */
export const siteParts = ['badge', 'waitlist', 'industries', 'version'] as const

export type SitePart = (typeof siteParts)[number]

/** Types of social links; each has an icon in `public/icons.svg`. */
export const socialKinds = [
  'github',
  'linkedin',
  'x',
  'mastodon',
  'bluesky',
  'youtube',
  'instagram',
  'facebook',
  'email',
  'rss',
  'link',
] as const

export type SocialKind = (typeof socialKinds)[number]

/** The pairs of typefaces: for headings and for text. */
export const typeNames = ['archivo', 'inter', 'newsreader', 'fraunces', 'space-grotesk', 'nunito'] as const

export type TypeName = (typeof typeNames)[number]

export const cornerNames = ['square', 'soft', 'round'] as const
export const widthNames = ['narrow', 'wide'] as const
export const schemeNames = ['system', 'light', 'dark'] as const
export type Scheme = (typeof schemeNames)[number]

const choice = <const Name extends string>(names: readonly Name[]) => z.enum(names, { error: 'validation.value' })
const flag = z.boolean({ error: 'validation.boolean' })

/** The owner's choices for the look of the public pages. */
const look = z.object({
  type: choice(typeNames),
  corners: choice(cornerNames),
  width: choice(widthNames),
  /** The built-in drawings, and the grid and rules of the drawing paper. */
  drawings: flag,
  /** The colour scheme; `system` is the one that the visitor's device prefers. */
  scheme: choice(schemeNames),
  /** Whether visitors can switch the colour scheme. By default they can once the owner has chosen one. */
  switch: flag,
})

export type Look = z.infer<typeof look>

export const builtInLook: Look = {
  type: 'archivo',
  corners: 'square',
  width: 'wide',
  drawings: true,
  scheme: 'system',
  switch: false,
}

/** The look with the defaults for absent values. */
export const wholeLook = (stored: Partial<Look> = {}): Look => ({
  ...builtInLook,
  switch: stored.scheme !== undefined,
  ...stored,
})

export const isBuiltInLook = (chosen: Look): boolean =>
  (Object.keys(builtInLook) as (keyof Look)[]).every((name) => chosen[name] === builtInLook[name])

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

/** The site's brand in the admin: its logo as an image's attributes, its accent as a style sheet's URL. */
export const siteBrand = z
  .object({
    name: z.string(),
    accent: z.string().nullable(),
    logo: z
      .object({
        image: z.object({
          src: z.string(),
          srcSet: z.string().optional(),
          sizes: z.string().optional(),
          width: z.int(),
          height: z.int(),
          /** The theme on whose background it would be invisible. */
          'data-lost': z.enum(['light', 'dark']).optional(),
        }),
        holdsName: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'SiteBrand' })

export type SiteBrand = z.infer<typeof siteBrand>
