import { decodeText } from '../decode-text'

/**
 * The text of a table as spreadsheets save it: in Unicode, or else in the code page of western Windows, and below a
 * line that names the separator.
 */
export const tableText = (bytes: Uint8Array): string => decodeText(bytes).replace(/^(?:\s*[\r\n]|sep=.\r?\n)+/i, '')
