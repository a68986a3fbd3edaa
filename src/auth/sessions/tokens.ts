/** 256 random bits for a link or a cookie. */
export const randomToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')

/** The stored form of a token: its SHA-256 (hex). */
export const tokenHash = (token: string): string => new Bun.CryptoHasher('sha256').update(token).digest('hex')

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Random letters and digits that do not look alike, 5 bits each, in groups of four. */
export function randomCode(length: number): string {
  const code = Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length])
  return code.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** A typed code, of which case, hyphens and spaces are ignored. */
export const bareCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')
