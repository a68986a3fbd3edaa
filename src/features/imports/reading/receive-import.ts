import { HttpError } from '#contract/http-error'
import { visitorLanguage } from '#i18n/visitor-language'
import { receiveFile, type Received } from '#platform/http/multipart-file'
import { keepOpen, requestOrigin } from '#platform/http/request-facts'
import { outsideRequest } from '#platform/request-deadline'
import type { Services } from '#platform/services'
import { commit, type WriteContext } from '#platform/writes/commit'
import type { RecordKind } from '#records/kind/record'
import type { ImportPorts } from '../ports'
import { nameAllPictures } from '../run/plan'
import { findOwnRecords } from '../run/own-records'
import { withItems } from './import-process'
import { createRemarks } from './remarks'
import { beginReading, dropImport, endReading, storeItems } from './store-import'

const largest = 200 * 1024 * 1024
const longestName = 200

/** Receives a file of another system, and stores its contents until the import is run. */
export const receiveImport = (services: Services, ports: ImportPorts, context: WriteContext) =>
  ports.library.withTemporaryPath(services.config, async (path) => {
    const received = await receiveFile(context.request, { field: 'file', largest, path }).catch(refuse)
    keepOpen(context.request)
    const stored = await outsideRequest(() => storeImport(services, ports, received, requestOrigin(context.request)))
    let isNew = false
    try {
      return await commit(services, { ...context, body: { file: received.hash } }, { status: 201 }, async (tx) => {
        const read = await endReading(tx, stored, visitorLanguage(context.request))
        isNew = true
        return read
      })
    } finally {
      // An earlier request with the same key has been answered already.
      if (!isNew) await dropImport(services.db, stored.id)
    }
  })

function refuse(error: unknown): never {
  throw error instanceof HttpError && error.status === 413 ? new HttpError(413, 'errors.importTooLarge') : error
}

const longestContent = ({ fields: { content } }: RecordKind): number => (content?.type === 'html' ? content.max : 0)

const storeImport = (services: Services, ports: ImportPorts, received: Received, origin: string) =>
  withItems(
    services,
    { ...ports.library, longestText: longestContent(ports.records.post.kind) },
    received,
    async ({ kind, host, site, skipped, items, folder }) => {
      const { db } = services
      const row = await beginReading(db, { kind, title: received.name.slice(0, longestName), host })
      try {
        const redirects = await storeItems(services, row, items, { ports, folder })
        const { skip, remarks } = createRemarks(row.title)
        await nameAllPictures(db, row, skip)
        const count = site === origin ? await findOwnRecords(db, row, ports) : 0
        const here = count > 0 ? [{ title: row.title, why: 'here', values: { count } }] : []
        return { id: row.id, redirects, skipped: [...here, ...skipped, ...remarks()] }
      } catch (error) {
        await dropImport(db, row.id)
        throw error
      }
    },
  )
