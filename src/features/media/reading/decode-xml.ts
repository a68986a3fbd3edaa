/**
 * The text of an XML file, in the encoding that its first bytes or its declaration say. Whatever that is, what is parsed
 * and served is this text.
 */
export const decodeXml = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes)

/** Bytes that contain the declaration. */
const head = 1024

function encodingOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, head)).toString('latin1')
  if (/^\xff\xfe|^(?:\s\0)*<\0/.test(start)) return 'utf-16le'
  if (/^\xfe\xff|^(?:\0\s)*\0</.test(start)) return 'utf-16be'
  const [, declared = ''] = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? []
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
