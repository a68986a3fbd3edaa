/** `{host}` stands for the site's own origin, as the settings screen writes it. */
export function absolute(address: string, origin: string): string {
  const resolved = address.replace(/^\{host\}/, origin)
  return resolved.startsWith('/') && !resolved.startsWith('//') ? origin + resolved : resolved
}
