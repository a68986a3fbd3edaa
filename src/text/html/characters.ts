// oxlint-disable-next-line no-control-regex -- these are what it looks for
const forbidden = /[\0-\x08\v\x0e-\x1f\x7f-\x9f\p{Noncharacter_Code_Point}]/gu

// oxlint-disable-next-line no-control-regex -- these are what it looks for
const suspect = /[\0-\x08\v-\x1f\x7f-\x9f\ud800-\uffff]/

/** Removes control characters that a document must not contain, and normalizes line breaks as a parser does. */
export function cleanText(text: string): string {
  return suspect.test(text) ? text.replace(/\r\n?/g, '\n').replaceAll('\f', ' ').replace(forbidden, '') : text
}
