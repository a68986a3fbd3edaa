import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Language } from '#base/i18n/language'
import type { AreaAssets, Manifest } from './manifest'

const root = resolve(import.meta.dir, '../..')

const icons = [
  '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7">',
  '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#08172b">',
  '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">',
].join('')
/** Where there is room for it, as in `font.css`: small screens paint first. */
const font = '<link rel="preload" href="/fonts/archivo.woff2" as="font" type="font/woff2" media="(min-width: 48rem)" crossorigin>'

export type Style = { markup: string; hash?: string }

/** The styles of the public pages inside the page itself: the first visit paints a round trip earlier. `hash` is for the content policy. */
export function inlineStyle({ site, files }: Manifest): Style {
  const file = files.find(({ path }) => path === site.style)
  const css = file && readFileSync(resolve(root, file.file), 'utf8').trim()
  if (!css || css.includes('</')) return linkedStyle(site)
  return { markup: `<style>${css}</style>`, hash: `'sha256-${new Bun.CryptoHasher('sha256').update(css).digest('base64')}'` }
}

export const linkedStyle = ({ style }: AreaAssets): Style => ({ markup: `<link rel="stylesheet" href="${style}">` })

/** What the head of a public page holds beside its metadata. The entry waits behind all that is seen; it fetches the scripts once the page is painted. */
export const siteHead = ({ entry }: AreaAssets, style: Style): string =>
  `${icons}${style.markup}${font}<script type="module" async fetchpriority="low" src="${entry}"></script>`

/** The admin is nothing without its scripts: they are fetched at once. */
export function adminHead(area: AreaAssets, language: Language): string {
  const modules = [...area.modules, ...area.catalogs[language]].map((module) => `<link rel="modulepreload" href="${module}">`)
  return `${icons}${linkedStyle(area).markup}${font}${modules.join('')}<script type="module" src="${area.entry}"></script>`
}

/** Of a page that is only looked at. */
export const previewHead = (area: AreaAssets): string => linkedStyle(area).markup + font
