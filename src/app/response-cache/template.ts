type Bytes = Uint8Array<ArrayBuffer>

/** A template is split once, however often it is filled in. */
const parted = new WeakMap<Bytes, (Bytes | string)[]>()
const encoder = new TextEncoder()

/** Replaces the matches of `mark`, which has one group, in `template` by `valueOf`. */
export function fillIn(template: Bytes, mark: RegExp, valueOf: (found: string) => string): Bytes {
  let parts = parted.get(template)
  if (!parts) {
    const texts = new TextDecoder().decode(template).split(mark)
    parts = texts.map((text, index) => (index % 2 === 0 ? encoder.encode(text) : text))
    parted.set(template, parts)
  }
  const pieces = parts.map((piece) => (typeof piece === 'string' ? encoder.encode(valueOf(piece)) : piece))
  const filled = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    filled.set(piece, at)
    at += piece.length
  }
  return filled
}
