import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ZipFile } from 'yazl'
import { collectingGarbage } from '#platform/garbage-collection'
import type { FileStore } from '#platform/storage/file-store'

/** A text, a local file, or a file in the store. */
export type ZipEntry = { name: string; changedAt: Date; text?: string; path?: string; stored?: string }

/** Streams a zip, with entries created one at a time as the stream is read. */
export async function* writeZip(
  entries: AsyncIterable<ZipEntry>,
  files: Pick<FileStore, 'use'>,
): AsyncGenerator<Uint8Array> {
  const { ZipFile: NewZip } = await import('yazl')
  const zip = new NewZip()
  const output = zip.outputStream as Readable
  const filling = fill(zip, output, entries, files).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  filling.catch(() => {})
  try {
    yield* collectingGarbage(output as AsyncIterable<Uint8Array>)
    await filling
  } finally {
    output.destroy()
  }
}

async function fill(
  zip: ZipFile,
  output: Readable,
  entries: AsyncIterable<ZipEntry>,
  files: Pick<FileStore, 'use'>,
): Promise<void> {
  zip.on('error', (error) => output.destroy(error as Error))
  for await (const { name, changedAt, text, path, stored } of entries) {
    const add = (bytes: Readable, compress: boolean) => addEntry(zip, output, { name, changedAt, bytes, compress })
    if (text !== undefined) await add(Readable.from([Buffer.from(text)]), true)
    // Pictures are stored uncompressed, because they are compressed already.
    else if (path !== undefined) await add(createReadStream(path), false)
    else if (stored !== undefined) await files.use(stored, (place) => add(createReadStream(place), false))
  }
  zip.end()
}

type Adding = { name: string; changedAt: Date; bytes: Readable; compress: boolean }

/** Resolves when all its bytes were read; throws when the stream was cancelled. */
async function addEntry(zip: ZipFile, output: Readable, { name, changedAt, bytes, compress }: Adding): Promise<void> {
  const stop = () => bytes.destroy(new Error('Nobody takes the zip any more'))
  if (output.destroyed) return void stop()
  output.once('close', stop)
  try {
    zip.addReadStream(bytes, name, { mtime: changedAt, compress })
    await finished(bytes)
  } finally {
    output.off('close', stop)
  }
}
