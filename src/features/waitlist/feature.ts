import type { Feature } from '#base/feature'
import { sitePaths } from '#base/paths'
import { plainForm } from '#base/writes/plain-form'
import { join, waitlistApi } from './api'
import { signUp } from './contract'
import { waitlistSubscribers } from './table'

declare module '#base/events' {
  interface Kinds {
    subscriber: true
  }
}

export const waitlist: Feature = {
  api: waitlistApi,
  content: { subscribers: { table: waitlistSubscribers } },
  forms: [
    plainForm({
      path: sitePaths.home,
      name: 'waitlist',
      fields: ['email'],
      success: 'waitlist.successText',
      body: signUp,
      submit: join,
    }),
  ],
}
