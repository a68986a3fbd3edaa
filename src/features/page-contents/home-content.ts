import { z } from 'zod'
import { isDrawnIcon } from '#ui/pictures/drawn-icons'
import { isRecord } from '#text/parse-json'
import { isSafeUrl } from '#text/schema'

/** The sections of the home page in their built-in order. */
export const homeSections = ['hero', 'features', 'blog', 'projects', 'waitlist'] as const
export type HomeSection = (typeof homeSections)[number]

/** What the drawing of the hero consists of. */
export const drawnIndustries = ['education', 'manufacturing', 'realEstate'] as const

export const heroPictureShows = ['drawing', 'picture', 'none'] as const
export type HeroPictureShow = (typeof heroPictureShows)[number]

/** An SVG of the library. */
const ownIcon = /^\/media\/\d+\/[^?#]*\.svg$/i

const distinct = <Item>(items: readonly Item[]) => new Set(items).size === items.length
const some = <Names extends readonly [string, ...string[]]>(names: Names, error: string) =>
  z.array(z.enum(names, { error }), { error: 'validation.list' }).refine(distinct, error)

const heroPicture = z
  .looseObject(
    {
      show: z.enum(heroPictureShows, { error: 'validation.heroPicture' }).optional(),
      industries: some(drawnIndustries, 'validation.industries').optional(),
      src: z
        .string({ error: 'validation.picture' })
        .refine((src) => src === '' || isSafeUrl(src), 'validation.picture')
        .optional(),
    },
    { error: 'validation.object' },
  )
  .refine(({ show, src }) => show !== 'picture' || src, { path: ['src'], error: 'validation.picture' })

const feature = z.preprocess(
  (row) => (isRecord(row) ? row : {}),
  z.looseObject({
    icon: z
      .string({ error: 'validation.drawnIcon' })
      .refine((icon) => icon === '' || isDrawnIcon(icon) || ownIcon.test(icon), 'validation.drawnIcon')
      .nullish(),
  }),
)

/** The values of the home page that are not texts; absent ones have their defaults. */
export const homeContent = z.looseObject({
  heroPicture: heroPicture.nullish(),
  features: z.preprocess((list) => (Array.isArray(list) ? list : []), z.array(feature)),
  sections: some(homeSections, 'validation.sections').nullish(),
})
