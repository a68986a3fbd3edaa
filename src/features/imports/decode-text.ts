/** The encoding that the first bytes of a file tell, by their mark or as an XML declaration does. */
export function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, 1024)).toString('latin1')
  const [, told = ''] = /<\?xml\s[^<>?]{0,200}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start) ?? []
  return told !== '' && isEncoding(told) ? told : 'utf-8'
}

/** An XML file that could tell UTF-16 so is none. */
function isEncoding(label: string): boolean {
  try {
    return !new TextDecoder(label).encoding.startsWith('utf-16')
  } catch {
    return false
  }
}

/** A text in Unicode, or else in the code page of western Windows. */
export function decodeText(bytes: Uint8Array): string {
  const unicode = new TextDecoder(encodingOf(bytes.subarray(0, 2))).decode(bytes)
  // A damaged Unicode text has other characters beyond ASCII, too.
  const isUnicode = !unicode.includes('\uFFFD') || /[\u0080-\uFFFC]/.test(unicode)
  return isUnicode ? unicode : new TextDecoder('windows-1252').decode(bytes)
}
