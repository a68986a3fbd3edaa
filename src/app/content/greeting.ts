import type { Config } from '#platform/config'
import { href } from '#i18n/addresses/href'
import type { Log } from '#platform/log/log'
import { adminPaths } from '#i18n/addresses/admin-paths'

export const listeningAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Once a start: what is fine for trying out and wrong for the public. */
export function warnAboutSettings({ siteUrl, throttle }: Config, log: Log): void {
  if (!siteUrl)
    log.warn(
      'SITE_URL is unset: links and cookies follow the address of each request. Set it before the site goes public.',
    )
  if (!throttle) log.warn('THROTTLE=0: forms and logins are not throttled.')
}

/**
 * Tells whoever sets the site up how to become its administrator, at the one address whose forms are taken; `code` is
 * null when there is one.
 */
export function announceSetupCode(code: string | null, address: string, log: Log): void {
  const reachable = address.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, '//localhost')
  if (code !== null)
    log.print(`Set-up code: ${code}\nCreate the administrator with it at ${reachable}${href(adminPaths.login)}`)
}
