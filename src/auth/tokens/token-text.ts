/** Whoever looks for secrets that have leaked finds tokens by it: `industria_[0-9A-Za-z]{49}`. */
export const tokenPrefix = 'industria_'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 43
const checksumLength = 6
const form = new RegExp(`^${tokenPrefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

/**
 * A token as people copy it, of 256 bits in base64url: letters and digits alone, so that a double click selects it all,
 * and a checksum, so that a scanner knows one from a text that only looks like it.
 */
export function tokenText(secret: string): string {
  const bits = BigInt(`0x${Buffer.from(secret, 'base64url').toString('hex')}`)
  const text = tokenPrefix + inDigits(bits, secretLength)
  return text + checksumOf(text)
}

/** Whether a text has the form of a token, its checksum included: all others need no look at the database. */
export const isTokenText = (text: string): boolean =>
  form.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/** The name of the scheme, in whatever place, and not the beginning of another one's. */
const claim = /(?:^|,)\s*bearer(?![\w!#$%&'*+.^`|~-])/i

/**
 * What a request brings as `Authorization: Bearer`; undefined where it brings nothing of that kind. Other schemes are
 * for whoever stands in front of the site, and of no meaning here.
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
