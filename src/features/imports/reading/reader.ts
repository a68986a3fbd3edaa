import { invalid } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'
import type { ReadItem } from '../store'
import type { Remark } from '../table'

/**
 * An uploaded file on the disk; `folder` is for unpacked pictures, of `largestFile` bytes at most; `skip` reports a part
 * that is left out or changed.
 */
export type SentFile = {
  path: string
  name: string
  folder: string
  largestFile: number
  skip(remark: Remark): void
}

/** `host`: the host of its pictures; '' if they are in the file. `site`: the origin of the site that exported it. */
export type ReadExport = { host: string; site?: string; items: AsyncIterable<ReadItem> }

/** Throws 422 for an unreadable file. */
export type Reader = (file: SentFile) => Promise<ReadExport>

export const unreadable = (message: MessageId) => invalid([{ path: 'file', message }])
