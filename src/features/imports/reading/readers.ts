import { readCsv } from '../csv/read-csv'
import { readGhost } from '../ghost/read-ghost'
import { readMarkdown } from '../markdown/read-markdown'
import { readWxr } from '../wordpress/read-wxr'
import type { importKinds } from '../contract'
import type { Reader } from './reader'

export const readers: Readonly<Record<(typeof importKinds)[number], Reader>> = {
  wordpress: readWxr,
  ghost: readGhost,
  markdown: readMarkdown,
  csv: readCsv,
}
