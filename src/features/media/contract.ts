import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { plainText, requiredText } from '#text/schema'
import { contentKindNames } from '../kinds'

/** The accepted file types, detected by their bytes. */
export const mimes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/svg+xml',
  'application/pdf',
] as const
export type Mime = (typeof mimes)[number]

/** The largest accepted file in bytes. */
export const largestFile = 25 * 1024 * 1024

/** `settings`: those of the site, which are stored as `site-settings`. */
const useKinds = [...contentKindNames, 'newsletter', 'settings'] as const
export type StoredUseKind = Exclude<(typeof useKinds)[number], 'settings'> | 'site-settings'
const useStages = ['live', 'draft', 'history'] as const
export type UseStage = (typeof useStages)[number]

/** A record that uses an item: `field` is its path in the body, the `id` of a page is its name. */
export const mediaUse = z
  .object({
    kind: z.enum(useKinds),
    id: z.union([z.int(), z.string()]),
    title: z.string(),
    field: z.string(),
    in: z.enum(useStages),
  })
  .meta({ id: 'MediaUse' })
export type MediaUse = z.infer<typeof mediaUse>

/** What the owner should know of a file: `stands-still`, because visitors see only the first frame of an animation. */
const mediaNotes = ['stands-still'] as const

/** `trashedAt` is only set in the trash, `notes` only where there are some. */
export const mediaItem = z
  .object({
    id: z.int(),
    url: z.string(),
    name: z.string(),
    mime: z.enum(mimes),
    bytes: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    alt: z.object(byLanguage(() => z.string())),
    decorative: z.boolean(),
    focus: z.object({ x: z.number(), y: z.number() }),
    usedIn: z.array(mediaUse),
    createdAt: z.iso.datetime(),
    version: z.int(),
    trashedAt: z.iso.datetime().optional(),
    notes: z.array(z.enum(mediaNotes)).optional(),
  })
  .meta({ id: 'MediaItem' })
export type MediaItem = z.infer<typeof mediaItem>

export const mediaPart = z.object({ items: z.array(mediaItem), next: z.int().nullable() }).meta({ id: 'MediaList' })
export type MediaPart = z.infer<typeof mediaPart>

export const alternative = plainText(1000)
export const share = z.number({ error: 'validation.share' }).min(0, 'validation.share').max(1, 'validation.share')

/** Absent values stay unchanged. */
export const mediaInput = z
  .object({
    name: requiredText(2000).optional(),
    alt: z
      .object(
        byLanguage(() => alternative.optional()),
        { error: 'validation.object' },
      )
      .optional(),
    decorative: z.boolean({ error: 'validation.boolean' }).optional(),
    focus: z.object({ x: share, y: share }, { error: 'validation.object' }).optional(),
  })
  .meta({ id: 'MediaInput' })
export type MediaInput = z.infer<typeof mediaInput>

/** The URL to load a picture from. */
export const mediaSource = z.object({ url: requiredText(2048) }).meta({ id: 'MediaSource' })
