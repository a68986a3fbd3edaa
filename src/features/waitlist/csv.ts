import { toCsv } from '#text/csv'
import type { Subscriber } from './contract'

/** The waitlist's addresses as CSV. */
export const subscribersCsv = (subscribers: Pick<Subscriber, 'email' | 'submittedAt'>[]): string =>
  toCsv([
    ['Email', 'Date Joined'],
    ...subscribers.map(({ email, submittedAt }) => [email, new Date(submittedAt).toISOString()]),
  ])

type Detailed = Pick<Subscriber, 'email' | 'submittedAt' | 'state' | 'news' | 'language'>

/** All fields of each subscriber. */
export const subscriberDetailsCsv = (subscribers: Detailed[]): string =>
  toCsv([
    ['Email', 'Date Joined', 'State', 'News', 'Language'],
    ...subscribers.map(({ email, submittedAt, state, news, language }) => [
      email,
      new Date(submittedAt).toISOString(),
      state,
      news ? 'yes' : 'no',
      language,
    ]),
  ])

/** `industria-waitlist-2026-03-09.csv`, by the local date. */
export function csvName(day: Date, name = 'industria-waitlist'): string {
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${name}-${parts.join('-')}.csv`
}
