import type { Feature } from '#base/feature'
import { plainForm } from '#base/writes/plain-form'
import { join, waitlistApi } from './api'
import { signUp } from './contract'

declare module '#base/events' {
  interface Kinds { subscriber: true }
}

export const waitlist: Feature = {
  api: waitlistApi,
  forms: [plainForm({ path: '/', name: 'waitlist', fields: ['email'], success: 'waitlist.successText', body: signUp, submit: join })],
}
