/** Replaces `{host}` by the site's own origin. */
export function absolute(address: string, origin: string): string {
  const resolved = address.replace(/^\{host\}/, origin)
  return resolved.startsWith('/') && !resolved.startsWith('//') ? origin + resolved : resolved
}
