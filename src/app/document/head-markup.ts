import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Language } from '#i18n/language'
import { type Sheet, sheetNames } from '#i18n/addresses/routing'
import { accentAddress, accentStyle } from '#app/look/accent-style'
import type { SiteLook } from '#app/look/site-look'
import type { AreaAssets, Manifest, SiteAssets } from '#app/manifest'
import { extrasOf, type FrameSite } from './frame-extras'
import { hashOfStyle } from '#platform/http/security-headers'

const root = resolve(import.meta.dir, '../../..')

const icons = ({ icon }: Look) =>
  [
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#08172b">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    isDrawing(icon)
      ? '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'
      : '<link rel="icon" href="/icon-192.png" sizes="192x192" type="image/png">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">',
  ].join('')

/** The one that is built in is a drawing. */
const isDrawing = (icon: Look['icon']) => !icon || icon.picture.sort === 'drawing'
/** Where there is room for it, as in `tokens.css`: small screens paint first. */
const font =
  '<link rel="preload" href="/fonts/archivo.woff2" as="font" type="font/woff2" media="(min-width: 48rem)" crossorigin>'

const neededBy: Record<Sheet, Sheet[]> = {
  home: ['home'],
  inner: ['inner'],
  lists: ['inner', 'lists'],
  article: ['inner', 'article'],
  legal: ['inner', 'legal'],
  blocks: ['inner', 'blocks'],
}

const stylesOf = ({ style, sheets, extras }: SiteAssets, sheet: Sheet, { site }: Frame): string[] => [
  style,
  ...neededBy[sheet].map((name) => sheets[name]),
  ...extrasOf(site).map((name) => extras[name]),
]

/** What of the owner's values decides about the head of a page. */
type Frame = { site: FrameSite; look: Look }
type Look = Pick<SiteLook, 'accent' | 'icon'>

export type PageHead = { markup: string; /** Of the styles inside it, for the content policy. */ styleHash?: string }

/**
 * What the head of a public page holds beside its metadata: its styles inside, so that the first visit paints a round
 * trip earlier.
 */
export function siteHead({ site, files }: Manifest, sheet: Sheet, frame: Frame): PageHead {
  const css = stylesOf(site, sheet, frame).map((address) => {
    const file = files.find(({ path }) => path === address)
    return file ? readFileSync(resolve(root, file.file), 'utf8').trim() : undefined
  })
  if (!css.every((text) => text && !text.includes('</'))) return linkingHead(site, sheet, frame)
  const { accent } = frame.look
  const text = css.join('') + (accent === null ? '' : accentStyle(accent))
  return {
    markup: withEntry(site, sheet, frame, `<style>${text}</style>`),
    styleHash: hashOfStyle(text),
  }
}

/** The same with links instead: smaller, for pages of which there may be many. */
export const linkingHead = (site: SiteAssets, sheet: Sheet, frame: Frame): PageHead => ({
  markup: withEntry(site, sheet, frame, links(...stylesOf(site, sheet, frame), ...accentFiles(frame.look))),
})

const accentFiles = ({ accent }: Look) => (accent === null ? [] : [accentAddress(accent)])

/**
 * The entry waits behind all that is seen; once the page is painted it fetches the scripts, and the styles of the pages
 * one may go to.
 */
function withEntry(
  { entry, modules, sheets, later }: SiteAssets,
  sheet: Sheet,
  { look }: Frame,
  styles: string,
): string {
  const others = sheetNames.filter((name) => !neededBy[sheet].includes(name)).map((name) => sheets[name])
  return `${icons(look)}${styles}${font}<script type="module" async fetchpriority="low" src="${entry}" data-sheets="${[later, ...others].join(' ')}" data-modules="${modules.join(' ')}"></script>`
}

const links = (...styles: string[]) => styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('')

/** The admin is nothing without its scripts: they are fetched at once. */
export function adminHead(area: AreaAssets, language: Language, look: Look): string {
  const modules = [...area.modules, ...area.catalogs[language]].map(
    (module) => `<link rel="modulepreload" href="${module}">`,
  )
  return `${icons(look)}${links(area.style)}${font}${modules.join('')}<script type="module" src="${area.entry}"></script>`
}

/** Of a page that is only looked at: all of its styles, and no scripts that would fetch the rest. */
export const previewHead = (site: SiteAssets, sheet: Sheet, frame: Frame): string =>
  icons(frame.look) + links(...stylesOf(site, sheet, frame), site.later, ...accentFiles(frame.look)) + font

/** The heads of public pages, made once for what decides about them. */
export function createHeads(manifest: Manifest): (sheet: Sheet | 'lost', frame: Frame) => PageHead {
  let made = new Map<string, PageHead>()
  let madeFor = ''
  return (sheet, frame) => {
    const key = [...extrasOf(frame.site), frame.look.accent, isDrawing(frame.look.icon)].join(' ')
    if (key !== madeFor) [made, madeFor] = [new Map(), key]
    const head =
      made.get(sheet) ??
      (sheet === 'lost' ? linkingHead(manifest.site, 'inner', frame) : siteHead(manifest, sheet, frame))
    made.set(sheet, head)
    return head
  }
}
