/** What stands for the site outside of its pages. */
export const iconPaths = {
  favicon: '/favicon.ico',
  drawing: '/favicon.svg',
  touch: '/apple-touch-icon.png',
  small: '/icon-192.png',
  large: '/icon-512.png',
  manifest: '/site.webmanifest',
  /** The logo as a PNG, for whoever shows nothing else. */
  logo: '/logo.png',
} as const

const all: readonly string[] = Object.values(iconPaths)
/** Their files change with what the owner chooses: whoever keeps one asks whether it is still the same. */
export const isIconPath = (path: string): boolean => all.includes(path)
