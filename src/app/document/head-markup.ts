import { readFileSync } from 'node:fs'
import { type MenuEntry, type Site, textIn } from '#contract/site'
import { type Language, languages } from '#i18n/language'
import { type Sheet, sheetNames } from '#i18n/addresses/routing'
import { accentAddress, accentStyle } from '#app/look/accent-style'
import type { SiteLook } from '#app/look/site-look'
import { type AreaAssets, fileAt, type Manifest, type SiteAssets, type Extra } from '#app/manifest'
import { hashOfStyle } from '#platform/http/security-headers'

/** Characters that fit into one line beside the built-in links. */
const longestName = 18
/** Pixels available for name and links beside the search, on screens of 768 and of 1280 pixels. */
const medium = 640
const wide = 780
/** The width of the default links. */
const builtInWidth = 430

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

/** The default icon is an SVG drawing. */
const isDrawing = (icon: Look['icon']) => !icon || icon.picture.sort === 'drawing'
/** Preloaded on wide screens, as in `tokens.css`: small screens paint first. */
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

/** The settings that determine the head of a page. */
type Frame = { site: FrameSite; look: Look }
type Look = Pick<SiteLook, 'accent' | 'icon'>

export type PageHead = {
  markup: string
  /** Of its inline styles, for the content security policy. */ styleHash?: string
}

/**
 * The head of a public page besides its metadata: with inlined styles, so that the first visit paints a round trip
 * earlier.
 */
function siteHead({ site, files }: Manifest, sheet: Sheet, frame: Frame): PageHead {
  const css = stylesOf(site, sheet, frame).map((address) => {
    const file = files.find(({ path }) => path === address)
    return file ? readFileSync(fileAt(file.file), 'utf8').trim() : undefined
  })
  if (!css.every((text) => text && !text.includes('</'))) return linkingHead(site, sheet, frame)
  const { accent } = frame.look
  const text = css.join('') + (accent === null ? '' : accentStyle(accent))
  return {
    markup: withEntry(site, sheet, frame, `<style>${text}</style>`),
    styleHash: hashOfStyle(text),
  }
}

/** The same with linked styles: smaller, for pages of which there may be many. */
const linkingHead = (site: SiteAssets, sheet: Sheet, frame: Frame): PageHead => ({
  markup: withEntry(site, sheet, frame, links(...stylesOf(site, sheet, frame), ...accentFiles(frame.look))),
})

const accentFiles = ({ accent }: Look) => (accent === null ? [] : [accentAddress(accent)])

/**
 * The entry script comes after everything visible; after the first paint it loads the other scripts, and the styles of
 * pages that may follow.
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

const links = (...styles: string[]) =>
  styles.map((style) => `<link rel="stylesheet" href="${Bun.escapeHTML(style)}">`).join('')

/** The admin needs its scripts, so they are loaded at once. */
export function adminHead(area: AreaAssets, language: Language, look: Look): string {
  const modules = [...area.modules, ...area.catalogs[language]].map(
    (module) => `<link rel="modulepreload" href="${module}">`,
  )
  return `${icons(look)}${links(area.style)}${font}${modules.join('')}<script type="module" src="${area.entry}"></script>`
}

/** The head of a preview: with all of its styles, and without scripts. */
export const previewHead = (site: SiteAssets, sheet: Sheet, frame: Frame): string =>
  icons(frame.look) + links(...stylesOf(site, sheet, frame), site.later, ...accentFiles(frame.look)) + font

/** The heads of public pages, cached by their inputs. */
export function createHeads(manifest: Manifest): (sheet: Sheet | 'lost', frame: Frame) => PageHead {
  let heads = new Map<string, PageHead>()
  let headsFor = ''
  return (sheet, frame) => {
    const key = [...extrasOf(frame.site), frame.look.accent, isDrawing(frame.look.icon)].join(' ')
    if (key !== headsFor) [heads, headsFor] = [new Map(), key]
    const head =
      heads.get(sheet) ??
      (sheet === 'lost' ? linkingHead(manifest.site, 'inner', frame) : siteHead(manifest, sheet, frame))
    heads.set(sheet, head)
    return head
  }
}

/** The settings that determine which styles the page frame needs. */
type FrameSite = Pick<Site, 'name' | 'navigation' | 'announcement' | 'logo'>

/** Style sheets that are only sent when needed, in cascade order. */
export function extrasOf({ name, navigation, announcement, logo }: FrameSite): Extra[] {
  const isLong = !logo && name.length > longestName
  const width =
    nameWidth(isLong ? '' : name) + Math.max(0, ...languages.map((language) => linksWidth(navigation, language)))
  const needed: Record<Extra, boolean> = {
    logo: logo !== undefined,
    announcement: announcement !== undefined,
    submenu: navigation?.some(({ children }) => children.length > 0) ?? false,
    'long-name': isLong,
    crowded: width > medium || isLong,
    overfull: width > wide,
  }
  return (Object.keys(needed) as Extra[]).filter((extra) => needed[extra])
}

/** Estimated rendered width in pixels. */
const nameWidth = (name: string) => 60 + 11 * (name === '' ? 22 : name.length)

const linksWidth = (navigation: readonly MenuEntry[] | undefined, language: Language) =>
  navigation?.reduce(
    (sum, { label, children }) => sum + 9 * textIn(label, language).length + (children.length > 0 ? 58 : 38),
    0,
  ) ?? builtInWidth
