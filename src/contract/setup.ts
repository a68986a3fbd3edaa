import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { exactly, plainCharacters, requiredCharacters } from '#text/schema'
import { colour, pictureId } from './site-values'

/** What a site begins with: example texts, empty pages with hints, or what is imported from an old site. */
export const starts = ['example', 'empty', 'import'] as const
export type Start = (typeof starts)[number]

/** Characters of the sentence that says what the owner does. */
export const longestSentence = 200

const sentence = exactly(byLanguage(() => plainCharacters(longestSentence).default('')))

/** The answers of the first screens. Each may be absent or null: then it was skipped. */
export const setupInput = exactly({
  name: requiredCharacters(60).nullish(),
  sentence: sentence.nullish(),
  accent: colour.nullish(),
  logo: pictureId.nullish(),
  start: z.enum(starts, { error: 'validation.value' }).nullish(),
}).meta({ id: 'SetupInput' })
export type SetupInput = z.infer<typeof setupInput>

/** `open`: whether the first screens were neither answered nor skipped. */
export const setupState = z.object({ open: z.boolean() }).meta({ id: 'SetupState' })
export type SetupState = z.infer<typeof setupState>
