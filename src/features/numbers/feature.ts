import { z } from 'zod'
import type { Feature } from '#platform/feature'
import { numbersApi } from './api'
import { countedLists } from './contract'
import { numbers as table, numbersKeys, numbersSeen } from './table'

export const numbers: Feature = {
  api: { routes: numbersApi },
  content: {
    tables: { numbers: { table, row: { list: z.enum(countedLists), day: z.iso.date() } } },
    passing: [numbersSeen],
    staying: [numbersKeys],
  },
}
