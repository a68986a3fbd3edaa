import { z } from 'zod'
import { languages } from '#i18n/language'
import { plainText } from '#text/schema'
import { storedLine } from '#text/stored-schema'
import { longestText } from './contract'

/** The schemas of a text in archives; characters of two units count twice. */
export const storedText = { key: storedLine(200), language: z.enum(languages), text: plainText(2 * longestText) }
