/** A text whose English has changed since it was translated: the English of then, if known, and the current one. */
type Change = { before: string | null; after: string }

/** The translation states of the edited record, by path in its body. */
export type TranslationMarks = {
  /** Paths of confirmed and current translations. */
  complete: ReadonlySet<string>
  outdated: Readonly<Record<string, Change>>
  /** Confirms a translation for the current English text. */
  confirm: (name: string) => void
  /** The translation that is being confirmed. */
  confirming: string | undefined
}
