import { z } from 'zod'
import { languages } from '#base/i18n/language'

/** `id` is a number, or the name of a page; absent for a record that is new. `values` are those of a draft. */
export const previewLinkInput = z.object({
  kind: z.enum(['post', 'project', 'page'], { error: 'validation.value' }),
  id: z.union([z.int(), z.string()], { error: 'validation.value' }).nullish(),
  values: z.looseObject({}, { error: 'validation.object' }),
  language: z.enum(languages, { error: 'validation.value' }),
}).meta({ id: 'PreviewLinkInput' })
export type PreviewLinkInput = z.infer<typeof previewLinkInput>

export const previewLink = z.object({ url: z.string(), expiresAt: z.iso.datetime(), token: z.string() }).meta({ id: 'PreviewLink' })
export type PreviewLink = z.infer<typeof previewLink>
