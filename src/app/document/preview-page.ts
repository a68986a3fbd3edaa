import { hashOfInline, securityHeaders } from '#platform/http/security-headers'
import { translate } from '#i18n/translate'
import { href } from '#i18n/addresses/href'
import type { Language } from '#i18n/language'
import { previewPath } from '#i18n/addresses/token-paths'
import { findPreview, type StoredPreview } from '#records/preview/preview-links'
import type { Answer } from '#app/response-cache/response-cache'
import { matchSite } from '#app/shell/routes'
import type { Visit } from '#app/visit'
import { asShown } from '#app/features'
import { previewHead } from './head-markup'
import type { Sources } from './page-tools'
import { readWithoutHome } from './preview'
import { renderPreview } from './render'

type Tools = Pick<Sources, 'services' | 'manifest' | 'data' | 'site'> & {
  /** The response for a missing page. */
  lostAnswer: (visit: Visit) => Promise<Answer | Response>
}

const section = previewPath.slice(0, previewPath.indexOf(':'))
// Loads the font that small screens are first painted without, because there are no scripts.
const markStyle =
  ':root{--font:Archivo,Arial,sans-serif}' +
  '.preview-mark{margin:0;padding:.5rem 1rem;background:#b3290f;color:#fff;font:600 .9375rem/1.4 system-ui,sans-serif;text-align:center}.preview-mark span{font-weight:400}'
const styleHash = hashOfInline(markStyle)

export const isPreviewPath = (path: string): boolean => `${path}/`.startsWith(section)

/** The pages behind preview links: rendered as publishing would make them, labelled as previews, and not cached. */
export function createPreviewPages({ services, manifest, data, site, lostAnswer }: Tools) {
  return async (visit: Visit): Promise<Response> => {
    if (visit.method !== 'GET' && visit.method !== 'HEAD') return respond(visit, 405, '', { Allow: 'GET, HEAD' })
    const token = visit.path.slice(section.length).replace(/\/$/, '')
    const preview = await findPreview(services.db, token)
    if (!preview) return lost(visit)
    const path = href(previewPath, { token })
    return visit.path === path
      ? respond(visit, 200, await render(visit, preview))
      : respond(visit, 308, '', { Location: path })
  }

  async function lost(visit: Visit): Promise<Response> {
    const response = await lostAnswer(visit)
    return respond(visit, 404, response instanceof Response ? '' : new TextDecoder().decode(response.bytes), {}, 'site')
  }

  /** Reads public data, except for the one response that is replaced. */
  async function render({ origin }: Visit, { path, address, answer: shown, language }: StoredPreview): Promise<string> {
    const answer = await asShown(services, shown)
    const match = matchSite(path)
    const read = await readWithoutHome(site, origin)
    const head = `<meta name="robots" content="noindex">${previewHead(manifest.site, match?.route.sheet ?? 'inner', { site: read, look: await site.look() })}<style>${markStyle}</style>`
    const html = await renderPreview({ site: read, language, path, match, head }, { address, answer }, data.fetch)
    return html.replace('<body>', () => `<body>${mark(language)}`)
  }
}

const mark = (language: Language) =>
  `<p class="preview-mark" role="note">${translate(language, 'preview.mark')} <span>${translate(language, 'preview.text')}</span></p>`

function respond(
  { origin }: Visit,
  status: number,
  body: string,
  headers: Record<string, string> = {},
  policy: 'preview' | 'site' = 'preview',
): Response {
  return new Response(body === '' ? null : body, {
    status,
    headers: {
      ...securityHeaders(policy, origin, { styleHash }),
      'Referrer-Policy': 'no-referrer',
      ...(body === '' ? {} : { 'Content-Type': 'text/html; charset=utf-8' }),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      ...headers,
    },
  })
}
