import { setSiteClock } from './calendar-day'

let zone: string | undefined

/** The time zone of the site (IANA name), if the owner has set one. */
export const timeZone = (): string | undefined => zone

/** There is one site per process, and per page. Public pages load this module only where a time zone is set. */
export function setTimeZone(name: string | undefined): void {
  zone = name
  setSiteClock(onSiteClock)
}

/** A date whose UTC parts are those of the site's clock; without a time zone, and for a mere day, those of UTC. */
export const onSiteClock = (iso: string): Date =>
  new Date(
    zone && iso.length > 10 ? `${new Date(iso).toLocaleString('sv', { timeZone: zone }).replace(' ', 'T')}Z` : iso,
  )
