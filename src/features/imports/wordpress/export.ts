export type Attachment = { address: string; alt: string; caption: string; title: string }

/** Data that posts refer to. */
export type Export = {
  base: string
  title: string
  /** Names by login. */
  authors: ReadonlyMap<string, string>
  attachments: ReadonlyMap<string, Attachment>
  /** Ids of attachments by the id of the record to which they were uploaded. */
  own: ReadonlyMap<string, readonly string[]>
}
