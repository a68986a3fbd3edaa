import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'

const libraryPicture = z
  .object({
    hash: z.string(),
    width: z.int(),
    height: z.int(),
    focus: z.object({ x: z.number(), y: z.number() }),
    alt: z.object(byLanguage(() => z.string())),
    decorative: z.boolean(),
    colour: z.string().nullable(),
    sort: z.enum(['still', 'moving', 'drawing']),
  })
  .meta({ id: 'LibraryPicture' })

/** The pictures of the library that a response refers to, by URL, and the documents it links to. */
export const libraryFiles = {
  pictures: z.record(z.string(), libraryPicture).optional(),
  documents: z.record(z.string(), z.object({ bytes: z.int() })).optional(),
}
