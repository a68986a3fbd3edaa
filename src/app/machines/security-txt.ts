import type { Visit } from '#app/visit'
import type { OriginResponses } from '#app/response-cache/origin-responses'
import type { CachedResponse } from '#app/response-cache/response-cache'
import { dataHeaders } from '#platform/http/security-headers'
import type { CacheTag } from '#platform/events/events'
import { languages } from '#i18n/language'
import type { Services } from '#platform/services'

const path = '/.well-known/security.txt'
const tags: readonly CacheTag[] = ['settings']

/** `security.txt` (RFC 9116), if a contact is configured. It has to have an expiry date, here about half a year. */
export function createSecurityTxt({ config }: Pick<Services, 'config'>, obtain: OriginResponses) {
  return async (visit: Pick<Visit, 'path' | 'origin'>): Promise<CachedResponse | Response | undefined> => {
    const { securityContact: contact } = config
    if (visit.path !== path || contact === undefined) return undefined
    const now = new Date()
    const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 7)).toISOString()
    const make = async ({ origin }: { origin: string }) => {
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${expires}`,
        `Preferred-Languages: ${languages.join(', ')}`,
        `Canonical: ${origin}${path}`,
        '',
      ]
      const headers = {
        ...dataHeaders(config),
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-cache',
      }
      return { status: 200, bytes: new TextEncoder().encode(lines.join('\n')), headers, path }
    }
    return obtain(visit, `${path} ${expires}`, tags, make)
  }
}
