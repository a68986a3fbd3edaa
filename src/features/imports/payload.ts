import type { Language } from '#i18n/language'

/**
 * A record as an export holds it, read but not yet cleaned: `html` without shortcodes, its paragraphs parted. The old
 * addresses of the record are `paths`, absolute ones or paths from the root, the one of its page first; links in `html`
 * are relative to that. `image` and the pictures in `html` are addresses, or paths inside the archive from its root
 * (`pictures/a.png`).
 */
export type ImportedRecord = {
  title: string
  /** As the export has it, in whatever characters; empty where the title is to make one. */
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
  /** Where it says so itself. Two with one `key` in two languages are one record. */
  language?: Language
  /** Of an export of this site: fields by their names. What such a record leaves out is to stay empty. */
  own?: OwnFields
}

export type OwnFields = {
  type?: string
  excerpt?: string
  isFeatured?: boolean
  githubUrl?: string
  demoUrl?: string
  metadata?: Record<string, unknown>
  /** Of a translation its texts by the ids of the blocks. */
  blocks?: unknown[] | Record<string, unknown>
}

/** A picture: at an `address` of the export's own host, or unpacked from the archive as `file` of the store. */
export type ImportedFile = {
  address: string
  name: string
  alt: string
  /** What it shows, where that is known in several languages. */
  alts?: Record<string, string>
  file?: string
}

/** An old path that leads to the record with that `key`, or to a path. */
export type ImportedRedirect = { from: string; key?: string; to?: string }

export type Payload = ImportedRecord | ImportedFile | ImportedRedirect
