import { z } from 'zod'
import type { Feature } from '#base/feature'
import { authApi } from './api'
import { sweepSessions } from './sessions'
import { sessions, setupCodes, users } from './table'

const hour = 3_600_000

export const auth: Feature = {
  api: authApi,
  content: { users: { table: users, row: { first: z.literal(true).nullable() } } },
  passing: [sessions, setupCodes],
  due: [{ name: 'sweep sessions', every: hour, run: sweepSessions }],
}
