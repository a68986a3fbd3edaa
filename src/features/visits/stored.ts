import { z } from 'zod'
import { plainText } from '#text/schema'
import { storedCount } from '#text/stored-schema'
import { countedLists } from './contract'

/** The schemas of a row in archives. */
export const storedVisitCounts = {
  path: plainText(12_288),
  list: z.enum(countedLists),
  day: z.iso.date(),
  key: plainText(12_288),
  views: storedCount,
  visitors: storedCount,
}
