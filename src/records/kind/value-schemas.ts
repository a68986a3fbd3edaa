import { z } from 'zod'
import { isSafeUrl, isStorable, optionalUrl, plainText } from '#text/schema'

// What single values of fields take from a body.
export const optionalText = (max: number) => plainText(max).trim().optional().default('')
export const flag = z.boolean({ error: 'validation.boolean' }).optional().default(false)
export const link = optionalUrl()

// The same where nothing need be there yet.
export const unsetText = (max: number) =>
  z
    .string({ error: 'validation.required' })
    .trim()
    .max(max, 'validation.tooLong')
    .refine(isStorable, 'validation.characters')
    .optional()
    .default('')
export const unsetUrl = unsetText(2048).refine((text) => text === '' || isSafeUrl(text), 'validation.url')
