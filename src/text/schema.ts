import { z } from 'zod'

// Messages of issues are message ids of the catalogs (group `validation`); the API and the forms translate them.

const storable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** The same for every text and key inside a parsed JSON value. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return storable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, part]) => storable(key) && isStorable(part))
}

/** Text that PostgreSQL and JSON can store: no NUL, no lone surrogate; at most `max` UTF-16 units. */
export const plainText = (max: number) =>
  z.string({ error: 'validation.text' }).refine(storable, 'validation.characters').max(max, 'validation.tooLong')

/** The same, trimmed, and not empty. */
export const requiredText = (max: number) =>
  z
    .string({ error: 'validation.required' })
    .trim()
    .min(1, 'validation.required')
    .max(max, 'validation.tooLong')
    .refine(storable, 'validation.characters')

/** Forms send a line break as CR LF, where the field has counted one character. */
const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n')

const visible = /[^\p{Z}\p{Cc}\p{Cf}]/u

/**
 * Text of 1 to `max` Unicode characters, as JSON Schema counts them, at least one of which is visible: an emoji is one,
 * not two UTF-16 units.
 */
export const requiredCharacters = (max: number) =>
  z
    .string({ error: 'validation.required' })
    .overwrite(withLineFeeds)
    .trim()
    .min(1, 'validation.required')
    .refine((text) => text.length <= max || [...text].length <= max, 'validation.tooLong')
    .refine(storable, 'validation.characters')
    .refine((text) => visible.test(text), 'validation.required')
    .meta({ maxLength: max })

/** The same, but it may be empty. */
export const plainCharacters = (max: number) =>
  z
    .string({ error: 'validation.text' })
    .overwrite(withLineFeeds)
    .trim()
    .refine((text) => text.length <= max || [...text].length <= max, 'validation.tooLong')
    .refine(storable, 'validation.characters')
    .meta({ maxLength: max })

/**
 * `https://…`, `http://…`, or a root-relative path such as `/images/a.webp`; never `//host`, `javascript:`, white space
 * inside, or a user name and password, which every reader would see.
 */
export function isSafeUrl(text: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(text)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text) && !hasCredentials(text)
}

/** Whether a web address names a user or a password (`https://user:password@host/`). */
export const hasCredentials = (text: string): boolean => /^https?:\/\/[^/?#]*@/i.test(text)

/** The error of a text that is no safe URL, or no target of a link. */
export const urlFault = {
  error: ({ input }: { input?: unknown }) =>
    typeof input === 'string' && hasCredentials(input.trim()) ? 'validation.urlCredentials' : 'validation.url',
}

/** Allowed targets of a link in a text: such a URL, `mailto:`, `tel:`, or a fragment of the same page. */
export const isLinkTarget = (text: string): boolean =>
  isSafeUrl(text) || /^(?:#|(?:mailto|tel):)[^\s\\\p{Cc}]+$/iu.test(text)

export const url = (max = 2048) => requiredText(max).refine(isSafeUrl, urlFault)

/** An optional link: absent, null or empty all mean none (null). */
export const optionalUrl = (max = 2048) =>
  z
    .preprocess(
      (value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value),
      url(max).nullable(),
    )
    .default(null)

/** Whether a date (ISO 8601) is within the years that databases and JSON can represent, whatever its offset. */
export function isCommonEra(date: string): boolean {
  const year = new Date(date).getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** An object with these fields only: each unknown one is an error of its own. */
export const exactly = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape, { error: 'validation.object' }).superRefine((value, context) => {
    for (const name of Object.keys(value))
      if (!Object.hasOwn(shape, name)) context.addIssue({ code: 'custom', path: [name], message: 'validation.field' })
  })

/** A hidden field: any value is accepted and marks the form as filled by a bot, so that the bot learns nothing. */
export const honeypot = () =>
  z
    .preprocess(
      (value) => (typeof value === 'string' ? value : value === undefined || value === null ? undefined : 'filled'),
      z.string().optional(),
    )
    .optional()
