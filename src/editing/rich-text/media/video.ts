export type Video = { href: string; host: string }

/** A video host: its domains, the id in its URLs, and the URL of a video's page. */
type Host = { name: string; domains: RegExp; idOf: (url: URL) => string | undefined; watch: (id: string) => string }

const firstMatch = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]

const hosts: Host[] = [
  {
    name: 'YouTube',
    domains: /^((www|m|music)\.)?youtube(-nocookie)?\.com$/,
    idOf: ({ pathname, searchParams }) =>
      pathname === '/watch'
        ? firstMatch(searchParams.get('v') ?? '', /^([\w-]{6,20})$/)
        : firstMatch(pathname, /^\/(?:shorts|live|embed|v)\/([\w-]{6,20})\/?$/),
    watch: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    name: 'YouTube',
    domains: /^youtu\.be$/,
    idOf: ({ pathname }) => firstMatch(pathname, /^\/([\w-]{6,20})\/?$/),
    watch: (id) => `https://www.youtube.com/watch?v=${id}`,
  },
  {
    name: 'Vimeo',
    domains: /^((www|player)\.)?vimeo\.com$/,
    idOf: ({ pathname }) =>
      firstMatch(pathname, /^\/(?:video\/|channels\/[\w-]+\/)?(\d{5,12}(?:\/[\da-f]{6,16})?)\/?$/),
    watch: (id) => `https://vimeo.com/${id}`,
  },
  {
    name: 'Dailymotion',
    domains: /^(www\.)?dailymotion\.com$/,
    idOf: ({ pathname }) => firstMatch(pathname, /^\/(?:embed\/)?video\/(\w{5,12})\/?$/),
    watch: (id) => `https://www.dailymotion.com/video/${id}`,
  },
  {
    name: 'TED',
    domains: /^(www|embed)\.ted\.com$/,
    idOf: ({ pathname }) => firstMatch(pathname, /^\/talks\/([\w-]{3,200})\/?$/),
    watch: (id) => `https://www.ted.com/talks/${id}`,
  },
]

/** The video of a URL on a well-known host, with its canonical URL; accepts player and short URLs too. */
export function videoOf(address: string): Video | undefined {
  const text = address.trim()
  const full = /^https?:\/\//i.test(text) ? text : text.startsWith('//') ? `https:${text}` : `https://${text}`
  if (/\s/.test(text) || !URL.canParse(full)) return undefined
  const url = new URL(full)
  for (const { name, domains, idOf, watch } of hosts) {
    const id = domains.test(url.hostname) ? idOf(url) : undefined
    if (id !== undefined) return { href: withStart(watch(id), url), host: name }
  }
  return undefined
}

/** Keeps the start time of the URL. */
function withStart(href: string, url: URL): string {
  const start = firstMatch(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '', /^(\d+)s?$/)
  return start !== undefined && href.includes('youtube') ? `${href}&t=${start}s` : href
}
