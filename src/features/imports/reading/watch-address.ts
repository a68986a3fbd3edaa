type Player = { host: RegExp; watch(url: URL): string | undefined }

/** The id in a path like `/embed/ID`. */
const idIn = ({ pathname }: URL, pattern: RegExp): string | undefined => pattern.exec(pathname)?.[1]

const players: readonly Player[] = [
  {
    host: /^(?:www\.|m\.|music\.)?(?:youtube\.com|youtube-nocookie\.com)$/,
    watch(url) {
      const list = url.searchParams.get('list')
      const id = idIn(url, /^\/(?:embed|v|e|shorts|live)\/([\w-]{5,})/) ?? url.searchParams.get('v') ?? undefined
      if (id === undefined || id === 'videoseries')
        return list ? `https://www.youtube.com/playlist?list=${list}` : undefined
      return `https://www.youtube.com/watch?v=${id}${startOf(url)}`
    },
  },
  {
    host: /^youtu\.be$/,
    watch(url) {
      const id = idIn(url, /^\/([\w-]{5,})/)
      return id && `https://www.youtube.com/watch?v=${id}${startOf(url)}`
    },
  },
  {
    host: /^player\.vimeo\.com$/,
    watch(url) {
      const id = idIn(url, /^\/video\/(\d+)/)
      const hash = url.searchParams.get('h')
      return id && `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`
    },
  },
  {
    host: /^(?:www\.|geo\.)?dailymotion\.com$/,
    watch(url) {
      const id = idIn(url, /^\/(?:embed\/)?(?:video|swf)\/(\w+)/) ?? url.searchParams.get('video')
      return id ? `https://www.dailymotion.com/video/${id}` : undefined
    },
  },
  { host: /^dai\.ly$/, watch: (url) => `https://www.dailymotion.com/video${url.pathname}` },
  { host: /^embed\.ted\.com$/, watch: (url) => `https://www.ted.com${url.pathname}` },
  {
    host: /^open\.spotify\.com$/,
    watch: (url) => `https://open.spotify.com${url.pathname.replace(/^\/embed(?:-podcast)?\//, '/')}`,
  },
  { host: /^w\.soundcloud\.com$/, watch: (url) => webAddress(url.searchParams.get('url')) },
  { host: /^(?:www\.)?facebook\.com$/, watch: (url) => webAddress(url.searchParams.get('href')) },
  {
    host: /^(?:www\.)?loom\.com$/,
    watch: (url) => `https://www.loom.com${url.pathname.replace(/^\/embed\//, '/share/')}`,
  },
  { host: /^archive\.org$/, watch: (url) => `https://archive.org${url.pathname.replace(/^\/embed\//, '/details/')}` },
  {
    host: /^(?:video\.wordpress|videopress)\.com$/,
    watch: (url) => `https://videopress.com${url.pathname.replace(/^\/embed\//, '/v/')}`,
  },
  {
    host: /^player\.twitch\.tv$/,
    watch({ searchParams }) {
      const video = searchParams.get('video')
      const channel = searchParams.get('channel')
      if (video) return `https://www.twitch.tv/videos/${video.replace(/^v/, '')}`
      return channel ? `https://www.twitch.tv/${channel}` : undefined
    },
  },
]

/** The address at which visitors watch or hear what a player shows; that of the player itself if it is unknown. */
export function watchAddress(address: string): string {
  const url = new URL(address)
  const player = players.find(({ host }) => host.test(url.hostname))
  if (player) return player.watch(url) ?? address
  // PeerTube, at any host.
  const [, id] = /^\/videos\/embed\/([\w-]{10,})$/.exec(url.pathname) ?? []
  return id === undefined ? address : `${url.origin}/videos/watch/${id}`
}

function startOf({ searchParams }: URL): string {
  const start = searchParams.get('start') ?? searchParams.get('t')
  return start !== null && /^\d+s?$/.test(start) ? `&t=${start.replace(/s?$/, 's')}` : ''
}

const webAddress = (given: string | null): string | undefined =>
  given !== null && /^https?:/i.test(given) && URL.canParse(given) ? given : undefined
