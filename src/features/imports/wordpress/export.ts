export type Attachment = { address: string; alt: string; caption: string; title: string }

/** A reusable block. */
export type Pattern = { title: string; text: string; isUsed: boolean }

/** Data that posts refer to. */
export type Export = {
  base: string
  title: string
  /** The host of the site, and those of its attachments. */
  hosts: readonly string[]
  /** Names by login. */
  authors: ReadonlyMap<string, string>
  attachments: ReadonlyMap<string, Attachment>
  /** Ids of attachments by the id of the record to which they were uploaded. */
  own: ReadonlyMap<string, readonly string[]>
  /** Locales of languages, by the names that the site gave them. */
  locales: ReadonlyMap<string, string>
  /** Reusable blocks by their ids. */
  patterns: ReadonlyMap<string, Pattern>
  /** The keys of records by their ids. */
  keys: ReadonlyMap<string, string>
}
