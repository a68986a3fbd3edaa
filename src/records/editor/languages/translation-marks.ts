/** A text whose English has changed since it was translated: what it was then, if that is known, and what it is now. */
export type Change = { before: string | null; after: string }

/** What is known of the translations of the record in the editor, by their paths in its body. */
export type TranslationMarks = {
  /** Those that are known to be right. */
  complete: ReadonlySet<string>
  outdated: Readonly<Record<string, Change>>
  /** Takes a translation for right beside the English as it is now. */
  confirm: (name: string) => void
  /** The one that this is being said of. */
  confirming: string | undefined
}
