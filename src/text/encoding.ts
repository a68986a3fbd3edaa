/** Bytes that contain the declaration of an XML file. */
const declarationHead = 1024

/** The encoding that the first bytes of a file tell, by their mark or as an XML declaration does. */
export function encodingOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, declarationHead)).toString('latin1')
  // The mark counts more than what is declared.
  if (start.startsWith('\xef\xbb\xbf')) return 'utf-8'
  if (/^\xff\xfe|^(?:\s\0)*<\0/.test(start)) return 'utf-16le'
  if (/^\xfe\xff|^(?:\0\s)*\0</.test(start)) return 'utf-16be'
  const [, declared = ''] = /<\?xml\s[^<>?]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? []
  return isOfBytes(declared) ? declared : 'utf-8'
}

/** Whether it is a known encoding in which the declaration could be read. */
function isOfBytes(label: string): boolean {
  try {
    return !new TextDecoder(label).encoding.startsWith('utf-16')
  } catch {
    return false
  }
}

/**
 * The text of an XML file, in the encoding that its first bytes or its declaration say. Whatever that is, what is parsed
 * and served is this text.
 */
export const decodeXml = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes)

/** A text in Unicode, or else in the code page of western Windows. */
export function decodeText(bytes: Uint8Array): string {
  const unicode = new TextDecoder(encodingOf(bytes.subarray(0, 2))).decode(bytes)
  // A damaged Unicode text has other characters beyond ASCII, too.
  const isUnicode = !unicode.includes('\uFFFD') || /[\u0080-\uFFFC]/.test(unicode)
  return isUnicode ? unicode : new TextDecoder('windows-1252').decode(bytes)
}
