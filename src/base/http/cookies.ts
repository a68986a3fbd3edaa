/** The value of the first cookie of that name, as it was sent. */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

/** A cookie that scripts cannot read; `seconds` 0 removes it, with the same flags that it was set with. */
export function privateCookie(name: string, value: string, { seconds, secure }: { seconds: number; secure: boolean }): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`
}
