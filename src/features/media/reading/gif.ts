import { HttpError } from '#contract/http-error'

const image = 0x2c
const extension = 0x21
const trailer = 0x3b

/**
 * Throws 422 for a GIF that ends within a block: the decoder drops an incomplete frame without an error. What comes behind
 * the trailer is ignored, and a missing trailer is fine behind the last frame, as in every viewer.
 */
export function checkGif(bytes: Uint8Array): void {
  let at = 13 + tableSize(bytes[10])
  let frames = 0
  while (at < bytes.length && bytes[at] !== trailer) {
    const kind = bytes[at]
    if (kind === image) {
      at = afterBlocks(bytes, at + 11 + tableSize(bytes[at + 9]))
      frames++
    } else if (kind === extension) {
      at = afterBlocks(bytes, at + 2)
    } else if (frames > 0) {
      // Not a block: the decoder ends here too.
      break
    } else {
      throw unreadable()
    }
  }
  if (frames === 0) throw unreadable()
}

/** The size of a colour table in bytes, by the flags before it. */
const tableSize = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** The position behind a sequence of sub-blocks, which an empty one ends. */
function afterBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length) {
    const size = bytes[at] ?? 0
    at += 1 + size
    if (size === 0) return at
  }
  throw unreadable()
}

const unreadable = () => new HttpError(422, 'errors.unreadable')
