import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { requestOrigin } from '#platform/http/request-facts'
import { streamPieces } from '#platform/http/stream-pieces'
import { outsideRequest } from '#platform/request-deadline'
import type { Services } from '#platform/services'
import { operations } from '../operations'
import type { ImportPorts } from '../ports'
import { exportEntries } from './export-markdown'
import { writeZip } from './write-zip'

export const exportApi = (services: Services, ports: ImportPorts) =>
  new Elysia({ prefix: '/export', tags: ['Import'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/markdown', ({ request }) => sendZip(services, ports, requestOrigin(request)), {
      detail: operations.exportMarkdown,
    })

function sendZip(services: Services, ports: ImportPorts, origin: string): Response {
  const name = `${new URL(origin).hostname.replace(/[^\w.-]/g, '')}-${new Date().toISOString().slice(0, 10)}.zip`
  // Outside of the request's deadline, because it takes longer.
  const pieces = outsideRequest(() => writeZip(exportEntries(services, ports, { site: origin }), services.files))
  return new Response(streamPieces(pieces), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
