/** The audience of a response, which decides what its content security policy allows. */
type Policy = 'site' | 'admin' | 'data' | 'preview'

export type Inline = { nonce?: string; styleHash?: string; scriptHash?: string }

/**
 * The security headers of a response. Pages only run and load what the site serves; pictures may come from any host
 * that an administrator links to. A preview may be framed by the admin. `url`: one of the site. `nonce` allows the inline scripts of a
 * streaming page, `styleHash` and `scriptHash` the one style element and the one inline script with that content.
 */
export function securityHeaders(policy: Policy, url: string | undefined, inline: Inline = {}): Record<string, string> {
  const https = url?.startsWith('https:') ?? false
  return {
    'Content-Security-Policy': contentPolicy(policy, https, inline),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': policy === 'preview' ? 'SAMEORIGIN' : 'DENY',
    'Referrer-Policy': policy === 'preview' ? 'no-referrer' : 'strict-origin-when-cross-origin',
    'Permissions-Policy':
      'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(https ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}),
  }
}

type Site = { readonly siteUrl?: string }

/** The headers of files and of the API, by the address that is in force: it may change while the process runs. */
export const dataHeaders = ({ siteUrl }: Site): Readonly<Record<string, string>> =>
  siteUrl?.startsWith('https:') ? overHttps : overHttp

function contentPolicy(policy: Policy, https: boolean, { nonce, styleHash, scriptHash }: Inline): string {
  if (policy === 'data') return "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  return [
    "default-src 'none'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}${scriptHash ? ` ${scriptHash}` : ''}`,
    `style-src 'self'${styleHash ? ` ${styleHash}` : ''}`,
    // A page over https would not show pictures over http anyway.
    `img-src 'self' data:${policy === 'admin' ? ' blob:' : ''} https:${https ? '' : ' http:'}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(policy === 'admin' ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${policy === 'preview' ? "'self'" : "'none'"}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The content security policy's hash of a style element or an inline script. */
export const hashOfInline = (text: string): string =>
  `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`

const overHttps = Object.freeze(securityHeaders('data', 'https:'))
const overHttp = Object.freeze(securityHeaders('data', undefined))

/** A text for programs and operators, which nothing caches. */
export const plainText = (
  site: Site,
  text: string | null,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response =>
  new Response(text, {
    status,
    headers: {
      ...dataHeaders(site),
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
  })

/** The error response for when no other can be made: it depends on nothing that is stored. */
export const plainError = (siteUrl: string | undefined, id?: string): Response =>
  plainText({ siteUrl }, 'Internal Server Error', {
    status: 500,
    headers: id === undefined ? {} : { 'X-Request-Id': id },
  })
