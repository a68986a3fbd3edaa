const isSecure = (origin: string) => origin.startsWith('https:')
const nameAt = (name: string, origin: string) => (isSecure(origin) ? `__Host-${name}` : name)

/**
 * An HttpOnly cookie; a `maxAge` of 0 seconds deletes it. The flags are the same for both, because a `__Host-` cookie
 * is not deleted without Secure.
 */
export const privateCookie = (name: string, value: string, origin: string, maxAge: number): string =>
  new Bun.Cookie(nameAt(name, origin), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(origin),
    maxAge,
  }).toString()

/** With an https `origin`, or without an origin, only the `__Host-` cookie is read. */
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
