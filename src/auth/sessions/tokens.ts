/** 256 random bits for a link or a cookie. */
export const randomToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')

/** The stored form of a token: its SHA-256 (hex). */
export const tokenHash = (token: string): string => new Bun.CryptoHasher('sha256').update(token).digest('hex')
