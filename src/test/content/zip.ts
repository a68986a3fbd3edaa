import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A zip of these files, by name. */
export async function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  { compress = true } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { compress })
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream as Readable))
}
