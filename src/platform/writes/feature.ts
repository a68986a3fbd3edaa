import type { Feature } from '#platform/feature'
import { forgetAnswers, sweepStoredResponses } from './idempotency'
import { idempotencyKeys, throttles, topicVersions } from './table'
import { sweepThrottles } from './throttle'

const hour = 3_600_000

export const writes: Feature = {
  content: { passing: [idempotencyKeys, throttles], staying: [topicVersions] },
  privacy: { forget: forgetAnswers },
  jobs: [
    { name: 'sweep throttles', every: hour, run: sweepThrottles },
    { name: 'sweep idempotency keys', every: hour, run: sweepStoredResponses },
  ],
}
