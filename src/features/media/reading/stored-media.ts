import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { plainText } from '#text/schema'
import { storedColour, storedCount, storedHash, storedId } from '#text/stored-schema'
import { mimes } from '../contract'

const alternative = plainText(1000)
const share = z.number({ error: 'validation.share' }).min(0, 'validation.share').max(1, 'validation.share')
const side = z.int32({ error: 'validation.value' }).min(1, 'validation.value').nullable()

/** The schemas of an item in archives. */
export const storedMedia = {
  hash: storedHash,
  name: plainText(2000).min(1, 'validation.required'),
  addressName: plainText(2000).min(1, 'validation.required'),
  mime: z.enum(mimes),
  bytes: storedCount,
  width: side,
  height: side,
  frames: storedId,
  // Empty for a transparent picture, null for a document.
  colour: z.union([z.literal(''), storedColour], { error: 'validation.colour' }).nullable(),
  altEn: alternative,
  altEs: alternative,
  alt: z.object(byLanguage(() => alternative.optional())),
  focusX: share,
  focusY: share,
}
