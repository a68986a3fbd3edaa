import { z } from 'zod'
import { isLinkTarget, isSafeUrl, isStorable, optionalUrl, plainText, requiredText } from '#text/schema'

// What single values of fields take from a body.
export const optionalText = (max: number) => plainText(max).trim().optional().default('')
export const flag = z.boolean({ error: 'validation.boolean' }).optional().default(false)
export const link = optionalUrl()

/** Must be there, though nothing need be said. */
export const presentText = (max: number) =>
  z
    .string({ error: 'validation.required' })
    .trim()
    .max(max, 'validation.tooLong')
    .refine(isStorable, 'validation.characters')

// The same where nothing need be there yet.
export const unsetText = (max: number) => presentText(max).optional().default('')
export const unsetUrl = unsetText(2048).refine((text) => text === '' || isSafeUrl(text), 'validation.url')

/** Where a link in a row leads. */
export const target = requiredText(2048).refine(isLinkTarget, 'validation.url')
export const unsetTarget = unsetText(2048).refine((text) => text === '' || isLinkTarget(text), 'validation.url')

/** What something is called in addresses; '' is none. */
export const slug = plainText(240).regex(/^[\w-]*$/, 'validation.slug')
