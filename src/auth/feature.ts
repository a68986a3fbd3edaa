import type { Feature } from '#base/feature'
import { authApi } from './api'
import { sweepSessions } from './sessions'

const hour = 3_600_000

export const auth: Feature = {
  api: authApi,
  due: [{ name: 'sweep sessions', every: hour, run: sweepSessions }],
}
