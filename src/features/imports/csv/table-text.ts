const encodingOf = (bytes: Uint8Array): string =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'

/**
 * The text of a table as spreadsheets save it: in Unicode, or else in the code page of western Windows, and below a
 * line that names the separator.
 */
export function tableText(bytes: Uint8Array): string {
  const unicode = new TextDecoder(encodingOf(bytes)).decode(bytes)
  // A damaged Unicode text has other characters beyond ASCII, too.
  const isUnicode = !unicode.includes('\uFFFD') || /[\u0080-\uFFFC]/.test(unicode)
  const text = isUnicode ? unicode : new TextDecoder('windows-1252').decode(bytes)
  return text.replace(/^(?:\s*[\r\n]|sep=.\r?\n)+/i, '')
}
