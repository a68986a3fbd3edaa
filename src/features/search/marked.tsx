import { piecesOf } from '#text/matches'

/** A text with the search words highlighted. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return piecesOf(text, words).map((piece, at) => (piece.isMatch ? <mark key={at}>{piece.text}</mark> : piece.text))
}
