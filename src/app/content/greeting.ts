import type { Config } from '#platform/config'
import { href } from '#i18n/addresses/href'
import type { Log } from '#platform/log/log'
import { adminPaths } from '#i18n/addresses/admin-paths'

export const listeningAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Warns at the start about settings that are fine for trying the site out and wrong in production. */
export function warnAboutSettings({ siteUrl, throttle }: Config, log: Log): void {
  if (!siteUrl)
    log.warn(
      'SITE_URL is unset: links and cookies follow the address of each request. Set it before the site goes public.',
    )
  if (!throttle) log.warn('THROTTLE=0: forms and logins are not throttled.')
}

/**
 * Prints how to create the first administrator, with the only origin whose forms are accepted; `code` is null when there
 * is one already.
 */
export function announceSetupCode(code: string | null, address: string, log: Log): void {
  const reachable = address.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, '//localhost')
  if (code !== null)
    log.print(`Set-up code: ${code}\nCreate the administrator with it at ${reachable}${href(adminPaths.login)}`)
}
