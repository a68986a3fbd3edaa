import { queryOptions } from '@tanstack/react-query'
import type { DayCounts } from '#contract/day-counts'
import type { WelcomeMail } from '#contract/site'
import type { SignUpMode } from '#contract/site-values'
import type { Language } from '#i18n/language'
import type { Subscriber } from './contract'

export const subscribersQuery = () => queryOptions<Subscriber[]>({ queryKey: ['/api/waitlist'] })

/** Sign-ups by day. */
export const signUpDaysQuery = () => queryOptions<DayCounts>({ queryKey: ['/api/waitlist', 'days'], staleTime: 60_000 })

/** The part of the settings that is about subscribers. */
export type SignUpSettings = { signUp: SignUpMode; welcome: WelcomeMail | null }
export const signUpQuery = () => queryOptions<SignUpSettings>({ queryKey: ['/api/settings'] })

/** The welcome mail as a page of its own for a frame. */
export const welcomePage = (language: Language): string => `/api/settings/welcome/html?language=${language}`
