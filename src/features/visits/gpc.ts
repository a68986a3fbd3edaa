import type { FindFile } from '#platform/feature'
import { dataHeaders } from '#platform/http/security-headers'
import type { Services } from '#platform/services'

const path = '/.well-known/gpc.json'

/** Serves `/.well-known/gpc.json`, which declares that the site respects `Sec-GPC`. */
export function createGpc({ config }: Pick<Services, 'config'>): FindFile {
  const headers = () => ({
    ...dataHeaders(config),
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache',
  })
  return async (asked) => (asked.path === path ? new Response('{ "gpc": true }\n', { headers: headers() }) : undefined)
}
