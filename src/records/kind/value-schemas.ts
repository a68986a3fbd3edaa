import { z } from 'zod'
import { isLongSlug, isSlug, letterSlug, typedSlug } from '#text/slugs/record-slug'
import { isLinkTarget, isSafeUrl, isStorable, optionalUrl, plainText, requiredText, urlFault } from '#text/schema'

// Schemas of single values in a body.
export const optionalText = (max: number) => plainText(max).trim().optional().default('')
export const flag = z.boolean({ error: 'validation.boolean' }).optional().default(false)
export const link = optionalUrl()

/** Required, but may be empty. */
export const presentText = (max: number) =>
  z
    .string({ error: 'validation.required' })
    .trim()
    .max(max, 'validation.tooLong')
    .refine(isStorable, 'validation.characters')

// The same for a draft, where it may be absent.
export const unsetText = (max: number) => presentText(max).optional().default('')
export const unsetUrl = unsetText(2048).refine((text) => text === '' || isSafeUrl(text), urlFault)

/** The target of a link in a row. */
export const target = requiredText(2048).refine(isLinkTarget, urlFault)
export const unsetTarget = unsetText(2048).refine((text) => text === '' || isLinkTarget(text), urlFault)

/** A slug of something else; '' for none. */
export const slug = plainText(240).overwrite(typedSlug).regex(letterSlug, 'validation.slug')

/** A record's own slug as typed; '' if it is derived from the title. */
export const ownSlug = plainText(200)
  .trim()
  .overwrite(typedSlug)
  .regex(letterSlug, { error: 'validation.slug', abort: true })
  .refine(isSlug, 'validation.slug')
  .refine((typed) => !isLongSlug(typed), 'validation.tooLong')
