import { z } from 'zod'
import { languages } from '#i18n/language'

/** What may be wrong with a text, in the order in which it is shown. */
export const checkCodes = [
  'link-broken',
  'text-untouched',
  'alt-missing',
  'heading-empty',
  'link-text',
  'table-header',
  'heading-skipped',
  'link-redirected',
  'link-same-text',
  'translation-missing',
  'translation-outdated',
  'translation-proposed',
  'description-missing',
  'description-long',
  'title-long',
  'picture-small',
  'slug-draft',
  'date-past',
] as const
export type CheckCode = (typeof checkCodes)[number]

/** `repair`: some reader cannot read or follow it; `consider`: it would be better otherwise. */
export const checkLevels = ['repair', 'consider'] as const

export const check = z
  .object({
    code: z.enum(checkCodes),
    level: z.enum(checkLevels),
    path: z.string(),
    language: z.enum(languages),
    detail: z.string(),
  })
  .meta({ id: 'Check' })
export type Check = z.infer<typeof check>

/** The most checks of one record that are answered. */
export const mostChecks = 200
