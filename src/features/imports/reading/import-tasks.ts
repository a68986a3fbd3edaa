import { join } from 'node:path'
import { collectGarbageAfter } from '#platform/garbage-collection'
import type { importKinds } from '../contract'
import type { ReadItem } from '../store'
import type { Remark } from '../table'
import { prepareItems } from './prepare-items'
import { readers } from './readers'
import { recognizeKind } from './recognize-kind'
import { createRemarks } from './remarks'

/** Characters of lines that are written at once. */
const batch = 256 * 1024

/**
 * `folder`: for the items and the unpacked pictures; `largestFile`: bytes of a picture in the library; `longestText`:
 * characters of a text that the site stores.
 */
type Sent = { path: string; name: string; folder: string; largestFile: number; longestText: number }

type Read = { kind: (typeof importKinds)[number]; host: string; site?: string; skipped: Remark[] }

/** The file with the items in the folder of an import. */
export const itemsIn = (folder: string): string => join(folder, 'items')

/** Writes the items of a file of another system, one JSON text in a line. Throws 422. */
async function readFile({ path, name, folder, largestFile, longestText }: Sent): Promise<Read> {
  const kind = await recognizeKind(path)
  const { skip, remarks } = createRemarks(name)
  const { host, site, items } = await readers[kind]({ path, name, folder, largestFile, skip })
  await writeLines(itemsIn(folder), prepareItems(items, { host, longestText, skip }))
  return { kind, host, site, skipped: remarks() }
}

async function writeLines(path: string, items: AsyncIterable<ReadItem>): Promise<void> {
  const writer = Bun.file(path).writer()
  const written = collectGarbageAfter()
  let lines = ''
  const flush = async () => {
    writer.write(lines)
    await writer.flush()
    written(lines.length)
    lines = ''
  }
  for await (const item of items) {
    lines += `${JSON.stringify(item)}\n`
    if (lines.length > batch) await flush()
  }
  await flush()
  await writer.end()
}

/** The tasks of the process that reads imports. */
export const importTasks = { readFile }
