import type { OriginResponses } from '#app/response-cache/origin-responses'
import type { Answer, CachedResponse } from '#app/response-cache/response-cache'
import { textAnswer } from '#app/response-cache/text-answer'
import { matchSite } from '#app/shell/routes'
import { publicVisit, type Visit } from '#app/visit'
import { markdownFile } from '#i18n/addresses/paths'
import type { Config } from '#platform/config'
import { dataHeaders } from '#platform/http/security-headers'
import { pageMarkdown } from './page-markdown'

type AnswerPage = (visit: Visit) => Promise<CachedResponse | Response>

/**
 * Public pages as Markdown, each at its URL with `index.md`: converted from the rendered page, in the language of the URL,
 * and cached under the same tags. Redirects of a page apply to its Markdown.
 */
export function createMarkdownForms(answerPage: AnswerPage, obtain: OriginResponses, config: Pick<Config, 'siteUrl'>) {
  const security = () => ({ ...dataHeaders(config), 'X-Robots-Tag': 'noindex' })

  return async (visit: Visit): Promise<CachedResponse | Response | undefined> => {
    if (!visit.path.endsWith(`/${markdownFile}`)) return undefined
    const page = publicVisit(visit, visit.path.slice(0, -markdownFile.length))
    const match = matchSite(page.path)
    if (!match || match.route.asks === 'q') return undefined
    const found = await answerPage(page)
    if (found.status === 301) return moved(found)
    if (found.status !== 200) return undefined
    if (found instanceof Response) {
      const { bytes, headers } = await write(page, found)
      return new Response(bytes, { headers: { ...headers, 'Cache-Control': 'no-store' } })
    }
    return obtain(visit, `markdown ${visit.path}`, found.tags, async ({ origin }) => {
      const asked = { ...page, origin }
      const shown = await answerPage(asked)
      return shown.status === 200 ? write(asked, shown) : new Response(null, { status: 404 })
    })
  }

  function moved(found: CachedResponse | Response): Response | undefined {
    const to = found instanceof Response ? found.headers.get('location') : found.headers.Location
    if (!to?.endsWith('/')) return undefined
    return new Response(null, {
      status: 301,
      headers: { ...security(), Location: to + markdownFile, 'Cache-Control': 'no-cache' },
    })
  }

  async function write({ path, origin, language }: Visit, shown: CachedResponse | Response): Promise<Answer> {
    const html = shown instanceof Response ? await shown.text() : new TextDecoder().decode(shown.bytes)
    return textAnswer(path + markdownFile, pageMarkdown(html, origin + path), {
      ...security(),
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Language': language,
    })
  }
}
