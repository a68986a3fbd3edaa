import type { importKinds } from '../contract'
import { columnsOf } from '../csv/columns'
import { tableText } from '../csv/table-text'
import { unreadable } from './reader'

/** Enough for the declaration, the comments and the first element of WordPress, and for the header row of a table. */
const opening = 16 * 1024

/** Detects the format from the content, regardless of the file's name. Throws 422. */
export async function recognizeKind(path: string): Promise<(typeof importKinds)[number]> {
  const start = Buffer.from(await Bun.file(path).slice(0, opening).bytes())
  if (start.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'markdown'
  const text = tableText(start).trimStart()
  if (text.startsWith('<')) return 'wordpress'
  if (text.startsWith('{')) return 'ghost'
  if (isTable(text)) return 'csv'
  throw unreadable('validation.importUnknown')
}

function isTable(text: string): boolean {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const names = header.split(/[,;\t]/).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  return !text.includes('\0') && columnsOf(names) !== undefined
}
