import { invalid } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'
import type { ImportItemType } from '../format'
import type { Language } from '#i18n/language'
import { changeTexts } from '#text/parse-json'

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

/** A remark: the key of its text in the catalogs (`import.why.…`), and its arguments. */

export type Remark = { title: string; why: string; values?: Record<string, string | number> }

/** `host`: the host of its pictures; '' if they are in the file. `site`: the origin of the site that exported it. */
export type ReadExport = { host: string; site?: string; items: AsyncIterable<ReadItem> }

/** Throws 422 for an unreadable file. */
export type Reader = (file: SentFile) => Promise<ReadExport>

export const unreadable = (message: MessageId) => invalid([{ path: 'file', message }])

/** Removes characters that databases cannot store. */
export const storable = <Value>(value: Value): Value =>
  changeTexts(value, (text) => text.replaceAll('\0', '').toWellFormed())

export type ReadItem = { type: ImportItemType; key: string; title: string; language?: Language; payload: Payload }

export type Payload = ImportedRecord | ImportedFile | ImportedRedirect

/**
 * A parsed record of an export, not sanitized yet: `html` is without shortcodes and with paragraphs. `paths` are its
 * old URLs, absolute or as paths, the page's own first; links in `html` are relative to that. `image` and the pictures
 * in `html` are URLs, or paths inside the archive from its root (`pictures/a.png`).
 */
export type ImportedRecord = {
  title: string
  /** As in the export, with any characters; empty if it is to be derived from the title. */
  slug: string
  html: string
  excerpt: string
  category: string
  author: string
  image: string
  imageAlt: string
  /** ISO 8601 in UTC. */
  publishedAt: string | null
  status: 'draft' | 'published'
  metadata: { title?: string; description?: string }
  paths: string[]
  /** If the export contains it. Records with the same `key` in different languages are one record. */
  language?: Language
  /** Fields by name, in an export of this site. Absent ones stay empty. */
  own?: OwnFields
}

/** By name; `blocks` and lists of a translation are its texts. */
type OwnFields = { metadata?: Record<string, unknown>; [name: string]: unknown }

/** A picture: at an `address` on the export's own host, or unpacked from the archive as `file` in the store. */
export type ImportedFile = {
  address: string
  name: string
  alt: string
  /** The alternative texts, if known in several languages. */
  alts?: Record<string, string>
  file?: string
}

/** An old path that redirects to the record with that `key`, in its language, or to a path. */
export type ImportedRedirect = { from: string; key?: string; language?: Language; to?: string }
