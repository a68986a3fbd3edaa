import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import pLimit from 'p-limit'
import { HttpError, invalid } from '#contract/http-error'
import { fetchPublic } from '#platform/http/fetch-public'
import type { Received } from '#platform/http/multipart-file'
import type { Services } from '#platform/services'
import type { ImportedFile } from '../payload'
import { type ImportItem, lockItem, markItem } from '../store'
import { languageOf, type Making } from './making'
import { isOutside, isOwnHost } from './old-addresses'

const mostTries = 3
/** Milliseconds before the second try; twice that before the third. */
const pause = 250
/** Others upload pictures meanwhile. */
export const picturesAtOnce = pLimit(3)

type Taking = Pick<Making, 'row' | 'actor' | 'ports'>

/** Brings one picture into the library. What keeps it out stands at the item; throws what keeps all of them out. */
export async function takePicture(services: Services, item: ImportItem, taking: Taking): Promise<void> {
  const { ports, row } = taking
  const file = item.payload as ImportedFile
  try {
    if (file.file === undefined)
      await ports.library.withPlace(services.config, async (path) =>
        take(services, item, await fetchPicture(services, { row, file, path, ports }), taking),
      )
    else
      await services.files.use(file.file, async (path) =>
        take(services, item, { path, name: file.name, ...(await measure(path)) }, taking),
      )
  } catch (error) {
    if (!(error instanceof HttpError) || isForAll(error)) throw error
    await markItem(services.db, item.id, { state: 'failed', why: whyOf(error) })
  }
}

/** Of the site rather than of one record or file: whoever tries again later may have more luck. */
export const isForAll = ({ status }: HttpError): boolean => status === 503 || status === 507

/** The fault of its one field, or what is wrong with all of it. */
export const whyOf = ({ messageId, options }: HttpError): string => options.issues?.[0]?.message ?? messageId

type Fetching = Pick<Making, 'row' | 'ports'> & { file: ImportedFile; path: string }

async function fetchPicture(services: Services, { row, file, path, ports }: Fetching): Promise<Received> {
  const { config, stopping } = services
  const { address, name } = file
  const isAllowed = (url: URL) => isOwnHost(url, row.host)
  if (!isOutside(address) || !isAllowed(new URL(address))) throw invalid([{ path: 'url', message: 'elsewhere' }])
  const { largestFile: largest, network } = ports.library
  for (let tries = 1; ; tries++) {
    try {
      return { ...(await fetchPublic(address, { path, largest, isAllowed, ...network(config) })), name }
    } catch (error) {
      const mayPass = error instanceof HttpError && whyOf(error) === 'validation.notFetched'
      if (!mayPass || tries === mostTries) throw error
      stopping.throwIfAborted()
      await Bun.sleep(pause * tries)
    }
  }
}

async function measure(path: string): Promise<Pick<Received, 'bytes' | 'hash'>> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of createReadStream(path)) hasher.update(piece as Uint8Array)
  return { bytes: (await stat(path)).size, hash: hasher.digest('hex') }
}

async function take(
  services: Services,
  item: ImportItem,
  received: Received,
  { row, actor, ports }: Taking,
): Promise<void> {
  const { alt } = item.payload as ImportedFile
  await ports.library.take(services, received, {
    actor,
    alt: { [languageOf(item, row)]: alt.slice(0, 1000) },
    isWanted: async (tx) => (await lockItem(tx, item.id, 'waiting')) !== undefined,
    taken: (tx, { id, url, version, isNew }) =>
      markItem(tx, item.id, { state: isNew ? 'made' : 'there', slug: url, recordId: id, version, why: null }),
  })
}
