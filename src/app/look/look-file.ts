import { isNotModified } from '#platform/http/revalidated'
import type { Config } from '#platform/config'
import { dataHeaders } from '#platform/http/security-headers'
import type { Visit } from '#app/visit'
import { lookAt, lookStyle, type Palette } from './look-style'

/** The rules of a look as a style sheet, for pages whose content security policy forbids inline styles. */
export function createLookFiles(palette: Palette, config: Pick<Config, 'siteUrl'>) {
  return ({ path, request, method }: Pick<Visit, 'path' | 'request' | 'method'>): Response | undefined => {
    const look = lookAt(path)
    if (look === undefined) return undefined
    const rules = lookStyle(look, palette)
    const headers = { ...dataHeaders(config), 'Cache-Control': 'no-cache', ETag: `"${Bun.hash(rules).toString(36)}"` }
    if (isNotModified(request, headers.ETag)) return new Response(null, { status: 304, headers })
    return new Response(method === 'HEAD' ? null : rules, {
      headers: { ...headers, 'Content-Type': 'text/css;charset=utf-8' },
    })
  }
}
