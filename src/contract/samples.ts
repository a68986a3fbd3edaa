import { z } from 'zod'
import { languages } from '#i18n/language'

/** A text is removed without its record where `field` names it; `null`: the whole record is still as it came. */
const sampleKey = z.object({
  kind: z.string().max(40),
  id: z.union([z.int(), z.string().max(100)]),
  field: z.string().max(500).nullable(),
  language: z.enum(languages, { error: 'validation.value' }).nullable(),
})
export type SampleKey = z.infer<typeof sampleKey>

/** Something public that is still as it came, or that names the company of the starter content. */
export const sample = sampleKey.extend({ title: z.string(), href: z.string() }).meta({ id: 'Sample' })
export type Sample = z.infer<typeof sample>

/** Without `samples`: all of them. */
export const sampleRemoval = z
  .object(
    { samples: z.array(sampleKey, { error: 'validation.list' }).max(5000, 'validation.tooMany').optional() },
    { error: 'validation.object' },
  )
  .meta({ id: 'SampleRemoval' })

/** `kept`: samples that only the owner can replace, such as the name of the site. */
export const samplesRemoved = z
  .object({ id: z.int(), removed: z.int(), kept: z.int(), until: z.iso.datetime() })
  .meta({ id: 'SamplesRemoved' })
export type SamplesRemoved = z.infer<typeof samplesRemoved>

/** A removal that can be undone. */
export const removalEntry = z
  .object({ id: z.int(), removed: z.int(), removedAt: z.iso.datetime(), until: z.iso.datetime() })
  .meta({ id: 'SampleRemovalEntry' })
export type RemovalEntry = z.infer<typeof removalEntry>

/** `kept`: what was changed since, and stays as it is. */
export const samplesRestored = z.object({ restored: z.int(), kept: z.int() }).meta({ id: 'SamplesRestored' })
export type SamplesRestored = z.infer<typeof samplesRestored>
