const isSecure = (origin: string) => origin.startsWith('https:')
const nameAt = (name: string, origin: string) => (isSecure(origin) ? `__Host-${name}` : name)

/**
 * A cookie that scripts cannot read; in 0 seconds it is forgotten. The flags are the same for both: a `__Host-` cookie
 * is not forgotten without Secure.
 */
export const privateCookie = (name: string, value: string, origin: string, maxAge: number): string =>
  new Bun.Cookie(nameAt(name, origin), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(origin),
    maxAge,
  }).toString()

/** With an https `origin` only the `__Host-` cookie counts, without an origin either. */
export function readPrivateCookie(
  name: string,
  cookieHeader: string | null | undefined,
  origin?: string,
): string | undefined {
  const cookies = new Bun.CookieMap(cookieHeader ?? '')
  const value =
    origin === undefined ? (cookies.get(`__Host-${name}`) ?? cookies.get(name)) : cookies.get(nameAt(name, origin))
  return value ?? undefined
}
