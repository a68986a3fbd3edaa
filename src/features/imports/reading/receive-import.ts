import { HttpError } from '#contract/http-error'
import { visitorLanguage } from '#i18n/visitor-language'
import { receiveFile, type Received } from '#platform/http/multipart-file'
import { keepOpen, requestOrigin } from '#platform/http/request-facts'
import { outsideRequest } from '#platform/request-deadline'
import type { Services } from '#platform/services'
import { commit, type WriteContext } from '#platform/writes/commit'
import type { ImportPorts } from '../ports'
import { nameAllPictures } from '../run/plan'
import { findOwnRecords } from '../run/own-records'
import type { Remark } from '../table'
import { checkZip } from './check-zip'
import { beginReading, dropImport, endReading, storeItems } from './store-import'
import { readers } from './readers'
import { recognizeKind } from './recognize-kind'

const largest = 200 * 1024 * 1024
const longestName = 200
const mostRemarks = 1000

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

async function storeImport(services: Services, ports: ImportPorts, { path, name }: Received, origin: string) {
  const { db } = services
  const kind = await recognizeKind(path)
  if (kind === 'markdown') await checkZip(path)
  const skipped: Remark[] = []
  const skip = (remark: Remark) => void (skipped.length < mostRemarks && skipped.push(remark))
  const { host, site, items } = await readers[kind]({ path, name, services, library: ports.library, skip })
  const row = await beginReading(db, { kind, title: name.slice(0, longestName), host })
  try {
    const redirects = await storeItems(db, row, items, { ports, skip })
    await nameAllPictures(db, row)
    const count = site === origin ? await findOwnRecords(db, row, ports) : 0
    if (count > 0) skipped.unshift({ title: row.title, why: 'here', values: { count } })
    return { id: row.id, redirects, skipped }
  } catch (error) {
    await dropImport(db, row.id)
    throw error
  }
}
