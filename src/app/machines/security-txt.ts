import type { Visit } from '#app/visit'
import type { KeptAnswer, KeptAnswers } from '#app/answers/kept-answers'
import { securityHeaders } from '#base/http/security-headers'
import { languages } from '#base/i18n/language'
import type { Services } from '#base/services'

const path = '/.well-known/security.txt'

/** Where to report faults (RFC 9116), where a contact is configured. It has to say until when it holds: to the end of next year. */
export function createSecurityTxt({ config }: Pick<Services, 'config'>, kept: KeptAnswers) {
  const { securityContact: contact, siteUrl } = config
  const security = securityHeaders('data', { https: siteUrl?.startsWith('https:') ?? false })
  return async (visit: Pick<Visit, 'path' | 'origin'>): Promise<KeptAnswer | Response | undefined> => {
    if (visit.path !== path || contact === undefined) return undefined
    const year = new Date().getUTCFullYear() + 1
    return kept.obtain(`${visit.origin} ${path} ${year}`, [], async () => {
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${year}-12-31T23:59:59.000Z`,
        `Preferred-Languages: ${languages.join(', ')}`,
        `Canonical: ${visit.origin}${path}`,
        '',
      ]
      const headers = { ...security, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' }
      return { status: 200, bytes: new TextEncoder().encode(lines.join('\n')), headers, path }
    })
  }
}
