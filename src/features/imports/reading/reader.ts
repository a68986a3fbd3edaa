import { invalid } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'
import type { Services } from '#platform/services'
import type { ReadItem } from '../store'
import type { Remark } from '../table'

/** A file that has come, on the disk; `skip` says what of it is left out or is not as it was. */
export type SentFile = {
  path: string
  name: string
  services: Pick<Services, 'config' | 'files'>
  /** Hands `work` a path, and what lies there afterwards is gone. */
  withPlace(work: (path: string) => Promise<void>): Promise<void>
  /** Bytes that a picture may have. */
  largestFile: number
  skip(remark: Remark): void
}

/** `host` is where its pictures may be fetched; '' where they come with it. */
export type ReadExport = { host: string; items: AsyncIterable<ReadItem> }

/** Throws 422 for what it cannot read. */
export type Reader = (file: SentFile) => Promise<ReadExport>

export const unreadable = (message: MessageId) => invalid([{ path: 'file', message }])
