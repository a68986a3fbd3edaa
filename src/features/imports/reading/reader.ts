import { z } from 'zod'
import { invalid } from '#contract/http-error'
import { type Language, languages } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { isFileName } from '#platform/storage/file-store'
import { changeTexts } from '#text/parse-json'
import { plainText } from '#text/schema'
import { storedJson, storedLine } from '#text/stored-schema'
import type { ImportItemType } from '../format'

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
export const remark = z.object({
  title: plainText(100_000),
  why: plainText(10_000),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type Remark = z.infer<typeof remark>

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

const longText = plainText(2_000_000)
const text = plainText(200_000)

/**
 * A parsed record of an export, not sanitized yet: `html` is without shortcodes and with paragraphs. `paths` are its
 * old URLs, absolute or as paths, the page's own first; links in `html` are relative to that. `image` and the pictures
 * in `html` are URLs, or paths inside the archive from its root (`pictures/a.png`).
 */
export const importedRecord = z.object({
  title: text,
  /** As in the export, with any characters; empty if it is to be derived from the title. */
  slug: text,
  html: longText,
  excerpt: longText,
  category: text,
  author: text,
  image: text,
  imageAlt: text,
  /** ISO 8601 in UTC. */
  publishedAt: storedLine(100).nullable(),
  status: z.enum(['draft', 'published']),
  metadata: z.object({ title: text.optional(), description: text.optional() }),
  paths: z.array(text).max(10_000, 'validation.tooMany'),
  /** If the export contains it. Records with the same `key` in different languages are one record. */
  language: z.enum(languages).optional(),
  /** In an export of this site: its fields by name, of which absent ones stay empty. `blocks` and lists of a translation are its texts. */
  own: z
    .object({ metadata: z.record(z.string(), storedJson).optional() })
    .catchall(storedJson)
    .optional(),
})
export type ImportedRecord = z.infer<typeof importedRecord>

const unpackedPrefix = 'import-'

/** The name in the store of a file unpacked from an archive, until it is added to the library. */
export const newUnpackedName = (): string => unpackedPrefix + crypto.randomUUID()

/** Whether it may be such a name, and not that of a file of the library. */
export const isUnpackedName = (name: string): boolean => name.startsWith(unpackedPrefix) && isFileName(name)

/** A picture: at an `address` on the export's own host, or unpacked from the archive as `file` in the store. */
export const importedFile = z.object({
  address: text,
  name: text,
  alt: text,
  /** The alternative texts, if known in several languages. */
  alts: z.record(z.string(), text).optional(),
  file: z.string().refine(isUnpackedName, 'validation.value').optional(),
})
export type ImportedFile = z.infer<typeof importedFile>

/** An old path that redirects to the record with that `key`, in its language, or to a path. */
export const importedRedirect = z.object({
  from: text,
  key: text.optional(),
  language: z.enum(languages).optional(),
  to: text.optional(),
})
export type ImportedRedirect = z.infer<typeof importedRedirect>
