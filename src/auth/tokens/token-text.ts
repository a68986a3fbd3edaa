/** Secret scanners recognize leaked tokens by it: `industria_[0-9A-Za-z]{49}`. */
export const tokenPrefix = 'industria_'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 43
const checksumLength = 6
const form = new RegExp(`^${tokenPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

/**
 * The text of a token, from 256 bits in base64url: only letters and digits, so that a double click selects it all, with
 * a checksum by which a scanner can tell it from similar text.
 */
export function tokenText(secret: string): string {
  const bits = BigInt(`0x${Buffer.from(secret, 'base64url').toString('hex')}`)
  const text = tokenPrefix + inDigits(bits, secretLength)
  return text + checksumOf(text)
}

/** Whether a text has the form of a token, including the checksum; others need no query. */
export const isTokenText = (text: string): boolean =>
  form.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/** The name of the scheme at any position, but not as the prefix of another one. */
const claim = /(?:^|,)\s*bearer(?![\w!#$%&'*+.^`|~-])/i

/**
 * The text after `Authorization: Bearer`; undefined without it. Other schemes are ignored: they are for a proxy in
 * front of the site.
 */
export function bearerOf(headers: Headers): string | undefined {
  const given = headers.get('authorization')
  if (given === null || !claim.test(given)) return undefined
  return given.replace(/^\s*bearer\s*/i, '').trim()
}

const checksumOf = (text: string): string => inDigits(BigInt(Bun.hash.crc32(text)), checksumLength)

function inDigits(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text
}
