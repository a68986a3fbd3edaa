import { z } from 'zod'

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
          'data-lost': z.enum(['light', 'dark']).optional(),
        }),
        holdsName: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'SiteBrand' })
export type SiteBrand = z.infer<typeof siteBrand>
