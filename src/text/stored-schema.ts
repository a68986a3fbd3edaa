import { z } from 'zod'
import { isCommonEra, isLinkTarget, isSafeUrl, isStorable, plainText } from './schema'

// Schemas of stored values, for rows that come from an archive. They refuse what no release has stored, and accept what
// an older one has.

const longestUrl = 2048

/** A web address without its username and password, which older releases have stored. */
export const withoutCredentials = (text: string): string => text.replace(/^(https?:\/\/)[^/?#\s\\]*@/i, '$1')

const address = (fits: (text: string) => boolean) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? withoutCredentials(value) : value),
    plainText(longestUrl).refine((text) => text === '' || fits(text), 'validation.url'),
  )

/** An http(s) URL or a root-relative path; empty for none. */
export const storedUrl = address(isSafeUrl)

/** Any target of a link in a text; empty for none. */
export const storedTarget = address(isLinkTarget)

/** A text without line breaks and other control characters, as in the headers of mails. */
export const storedLine = (max: number) => plainText(max).regex(/^[^\p{Cc}]*$/u, 'validation.characters')

/** Any JSON value that can be stored. */
export const storedJson = z.unknown().refine(isStorable, 'validation.characters')

export const storedMoment = z.iso.datetime({ error: 'validation.date' }).refine(isCommonEra, 'validation.date')

/** Numbers of ids, versions and counts. */
export const storedId = z.int32({ error: 'validation.value' }).min(1, 'validation.value')
export const storedCount = z.int32({ error: 'validation.value' }).min(0, 'validation.value')

/** A SHA-256 as tokens, codes and files are stored. */
export const storedHash = z.string({ error: 'validation.value' }).regex(/^[\da-f]{64}$/, 'validation.value')

/** The colour of a picture or an accent. */
export const storedColour = z.string({ error: 'validation.colour' }).regex(/^#[\da-f]{6}$/i, 'validation.colour')
