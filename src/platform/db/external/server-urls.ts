/**
 * One URL for each host of `url`, in its order; hosts are in the authority or, as libpq allows, in `host` and `port` of
 * the query; the default port is PostgreSQL's. A host that begins with a slash, in the query or encoded in the
 * authority, is the folder of a socket. Throws for a URL of no server.
 */
export function serverUrls(url: string): string[] {
  const [, scheme, user = '', authority = '', after = ''] =
    /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  if (scheme === undefined) throw new TypeError('no URL of PostgreSQL')
  const asked = new URL(`${scheme}host${after}`).searchParams
  const named = asked.get('host')
  const hosts = named ? named.split(',').map(hostOfQuery(asked.get('port') ?? '')) : authority.split(',')
  return hosts.map((host) => {
    const one = new URL(scheme + user + host + after)
    if (one.hostname === '') throw new TypeError('no host')
    for (const text of [one.username, one.password, one.hostname, one.pathname]) decodeURIComponent(text)
    // The primary is always chosen, whatever the URL says.
    for (const parameter of ['target_session_attrs', 'host', 'port']) one.searchParams.delete(parameter)
    return one.href
  })
}

const hostOfQuery = (ports: string) => (host: string, index: number) => {
  const all = ports.split(',')
  const port = all[index] ?? all[0] ?? ''
  const written = host.includes(':') ? `[${host}]` : encodeURIComponent(host)
  return port === '' ? written : `${written}:${port}`
}

/** The parts that the driver does not read from a URL itself: IPv6 addresses, socket folders and encoded names. */
export function addressOf(url: string): { host?: string; port?: number; path?: string; database?: string } {
  const { hostname, port, pathname } = new URL(url)
  const database = decodeURIComponent(pathname.slice(1))
  const folder = decodeURIComponent(hostname)
  return {
    ...(database === '' ? {} : { database }),
    ...(folder.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port || 5432}` } : {}),
    // The driver accepts arrays, its types do not; it would split a string at the colons.
    ...(hostname.startsWith('[')
      ? { host: [hostname.slice(1, -1)] as unknown as string, port: [Number(port || 5432)] as unknown as number }
      : {}),
  }
}
