export type Attachment = { address: string; alt: string; caption: string; title: string }

/** What posts name and other elements say. */
export type Export = {
  base: string
  title: string
  /** Names by logins. */
  authors: ReadonlyMap<string, string>
  attachments: ReadonlyMap<string, Attachment>
  /** Ids of attachments by those of the records to which they were added. */
  own: ReadonlyMap<string, readonly string[]>
}
