import { z } from 'zod'
import { languages } from '#i18n/language'

const ownerLanguage = z.enum(languages, { error: 'validation.value' })
const messagesKeptDays = z
  .int({ error: 'validation.days' })
  .min(1, 'validation.days')
  .max(3650, 'validation.days')
  .nullable()

/** `messagesKeptDays`: the retention of messages; null is unlimited. */
export const settings = z.object({ ownerLanguage, messagesKeptDays }).meta({ id: 'Settings' })
export type Settings = z.infer<typeof settings>

/** Absent settings stay unchanged. */
export const settingsInput = z
  .object({ ownerLanguage: ownerLanguage.optional(), messagesKeptDays: messagesKeptDays.optional() })
  .meta({ id: 'SettingsInput' })
