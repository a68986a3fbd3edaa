import { unreadable } from '#platform/images/open-picture'

/** Readers look for the header within the first bytes, and for the end mark within the last ones (ISO 32000-1, annex H.3). */
const within = 1024
const header = '%PDF-'
const endMark = '%%EOF'

/** What cannot precede the header: markup, and the bytes of other formats. HTTP responses and byte order marks are text. */
// oxlint-disable-next-line no-control-regex
const otherFile = /[\x01-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]|<(?!https?:)[a-z!?/]/i
/** Parts of a document: behind an end mark they begin a newer revision. */
const part = /\d\s+\d+\s+obj\b|xref/

/** Whether a file that begins with these bytes is a PDF. */
export const isPdf = (bytes: Buffer): boolean => headerAt(bytes) !== undefined

function headerAt(bytes: Buffer): number | undefined {
  const at = bytes.toString('latin1', 0, within - 1 + header.length).indexOf(header)
  return at < 0 || otherFile.test(bytes.toString('latin1', 0, at)) ? undefined : at
}

/**
 * The document without what other programs left before its header and behind its end mark, and with an end mark. Throws
 * 422 for a truncated one.
 */
export function wholePdf(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const start = headerAt(bytes)
  if (start === undefined) throw unreadable()
  const { end, position, hasMark } = endOf(bytes, start)
  if (start === 0 && hasMark && lineBreaks.test(bytes.toString('latin1', end))) return file
  const body = bytes.subarray(start, end)
  // Positions that count what stood before the header stay right.
  const countsAll = isTableAt(bytes, position) && !isTableAt(bytes, start + position)
  const versioned = header.length + 3
  const parts = countsAll ? [body.subarray(0, versioned), Buffer.alloc(start, '\n'), body.subarray(versioned)] : [body]
  return Buffer.concat([...parts, Buffer.from(hasMark ? '' : `\n${endMark}\n`)])
}

/** `position`: that of the table of objects, as the document says it; 0 if it says none. */
type End = { end: number; position: number; hasMark: boolean }

/** The end of the last revision. */
function endOf(bytes: Buffer, start: number): End {
  const written = bytes.length - trailingBlanks(bytes)
  const from = Math.max(start, written - within)
  const tail = bytes.toString('latin1', from, written)
  const mark = tail.lastIndexOf(endMark)
  const before = lastReference(tail.slice(0, Math.max(0, mark)))
  // The first part of a document for the web ends like a whole one, but refers to nothing.
  const isFirstPart = before?.position === 0 && bytes.toString('latin1', start, start + within).includes('/Linearized')
  const isLast = mark >= 0 && !part.test(tail.slice(mark))
  if (isLast && !isFirstPart)
    return { end: behindLineBreak(bytes, from + mark + endMark.length), position: before?.position ?? 0, hasMark: true }
  const last = lastReference(tail)
  const isWhole =
    last &&
    last.end > mark &&
    !part.test(tail.slice(last.end)) &&
    [0, start].some((at) => isTableAt(bytes, at + last.position))
  if (!isLast && isWhole) return { end: from + last.end, position: last.position, hasMark: false }
  throw unreadable()
}

function lastReference(text: string): { position: number; end: number } | undefined {
  const [found] = [...text.matchAll(/startxref\s+(\d{1,10})/g)].slice(-1)
  return found && { position: Number(found[1]), end: found.index + found[0].length }
}

/** A table of objects, or a stream of one. */
const isTableAt = (bytes: Buffer, at: number): boolean =>
  /^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/.test(bytes.toString('latin1', at, at + 40))

function trailingBlanks(bytes: Buffer): number {
  const end = bytes.findLastIndex((byte) => !blanks.has(byte))
  return bytes.length - end - 1
}

const blanks = new Set(Buffer.from('\0\t\n\f\r '))
/** Those behind an end mark may be signed with the document. */
const lineBreaks = /^\s*$/
const behindLineBreak = (bytes: Buffer, at: number): number =>
  at + (/^\r?\n|^\r/.exec(bytes.toString('latin1', at, at + 2))?.[0].length ?? 0)
