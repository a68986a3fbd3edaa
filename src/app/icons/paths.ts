/** The URLs of icons, manifest and logo. */
export const iconPaths = {
  favicon: '/favicon.ico',
  drawing: '/favicon.svg',
  touch: '/apple-touch-icon.png',
  small: '/icon-192.png',
  large: '/icon-512.png',
  manifest: '/site.webmanifest',
  /** The logo as a PNG, for mail programs and feeds. */
  logo: '/logo.png',
} as const

const all: readonly string[] = Object.values(iconPaths)
/** Whether the file can be changed by the owner, so that browsers have to revalidate it. */
export const isIconPath = (path: string): boolean => all.includes(path)
