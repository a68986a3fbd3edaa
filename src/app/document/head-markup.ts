import { readFileSync } from 'node:fs'
import type { Scheme } from '#contract/site-values'
import { type MenuEntry, type Site, textIn } from '#contract/site'
import { type Language, languages } from '#i18n/language'
import { type Sheet, sheetNames } from '#i18n/addresses/routing'
import {
  lookAddress,
  type Looks,
  type Palette,
  readPalette,
  styleWithLook,
  switchButton,
  switchScript,
} from '#app/look/look-style'
import { type SiteLook, darkLogoAddress } from '#app/look/site-look'
import { type AreaAssets, fileAt, type Manifest, type SiteAssets, type Extra } from '#app/manifest'
import { hashOfInline } from '#platform/http/security-headers'
import { fontsOf } from '#platform/accent/typefaces'

/** Characters that fit into one line beside the built-in links. */
const longestName = 18
/** Pixels available for name and links beside the search, on screens of 768 and of 1280 pixels. */
const medium = 640
const wide = 780
/** The same beside a search that is an icon, with less space between the links. */
const widest = 1090
/** The width of the default links. */
const builtInWidth = 430

const papers = { light: '#fbfaf7', dark: '#08172b' } as const

/** The colour of the browser's own controls. */
function themeColours(scheme: Scheme): string {
  if (scheme !== 'system') return `<meta name="theme-color" content="${papers[scheme]}">`
  return Object.entries(papers)
    .map(([one, colour]) => `<meta name="theme-color" media="(prefers-color-scheme: ${one})" content="${colour}">`)
    .join('')
}

const icons = ({ icon, look }: Look) =>
  [
    themeColours(look?.scheme ?? 'system'),
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    isDrawing(icon)
      ? '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'
      : '<link rel="icon" href="/icon-192.png" sizes="192x192" type="image/png">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">',
  ].join('')

/** The default icon is an SVG drawing. */
const isDrawing = (icon: Look['icon']) => !icon || icon.picture.sort === 'drawing'
/** Preloaded; the built-in font on wide screens only, as in `tokens.css`: small screens paint first. */
function fonts({ look }: Look): string {
  const type = look?.type ?? 'archivo'
  const media = type === 'archivo' ? ' media="(min-width: 48rem)"' : ''
  return fontsOf(type)
    .map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2"${media} crossorigin>`)
    .join('')
}

const neededBy: Record<Sheet, Sheet[]> = {
  home: ['home'],
  inner: ['inner'],
  lists: ['inner', 'lists'],
  article: ['inner', 'article'],
  about: ['inner', 'about'],
  search: ['inner', 'search'],
  project: ['inner', 'article', 'project'],
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
type Look = Pick<SiteLook, 'accent' | 'icon' | 'look' | 'logoDark'>

export type PageHead = {
  markup: string
  /** Of its inline styles, for the content security policy. */ styleHash?: string
  /** Of its inline script. */ scriptHash?: string
  /** Inserted at the end of the body. */
  foot?: string
}

/**
 * The head of a public page besides its metadata: with inlined styles, so that the first visit paints a round trip
 * earlier.
 */
function siteHead(manifest: Manifest, sheet: Sheet, frame: Frame): PageHead {
  const { site } = manifest
  const css = stylesOf(site, sheet, frame).map((address) => textOf(manifest, address))
  if (!css.every((text) => text && !text.includes('</'))) return linkingHead(site, sheet, frame)
  const text = styleWithLook(css.join(''), looksOf(frame.look), paletteOf(manifest))
  return {
    markup: withEntry(site, sheet, frame, `<style>${text}</style>`),
    styleHash: hashOfInline(text),
    ...switchOf(frame.look),
  }
}

const looksOf = ({ accent, look, logoDark }: Look): Looks => ({
  accent,
  look,
  ...(logoDark ? { darkLogo: darkLogoAddress(logoDark) } : {}),
})

/** The colours of the schemes in the style sheets. */
export const paletteOf = (manifest: Manifest): Palette => readPalette(textOf(manifest, manifest.site.style) ?? '')

/** The content of a style sheet of the build. */
function textOf({ files }: Manifest, address: string): string | undefined {
  const file = files.find(({ path }) => path === address)
  return file && readFileSync(fileAt(file.file), 'utf8').trim()
}

/** The visitor's switch of the colour scheme, if the look has one. */
export function switchOf({ look }: Pick<SiteLook, 'look'>): Pick<PageHead, 'scriptHash' | 'foot'> {
  return look?.switch ? { scriptHash: hashOfInline(switchScript(look)), foot: switchButton } : {}
}

/** The same with linked styles: smaller, for pages of which there may be many. */
const linkingHead = (site: SiteAssets, sheet: Sheet, frame: Frame): PageHead => ({
  markup: withEntry(site, sheet, frame, links(...stylesOf(site, sheet, frame), ...lookFiles(frame.look))),
  ...switchOf(frame.look),
})

function lookFiles(look: Look): string[] {
  const address = lookAddress(looksOf(look))
  return address === undefined ? [] : [address]
}

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
  const early = look.look?.switch ? `<script>${switchScript(look.look)}</script>` : ''
  return `${early}${icons(look)}${styles}${fonts(look)}<script type="module" async fetchpriority="low" src="${entry}" data-sheets="${[later, ...others].join(' ')}" data-modules="${modules.join(' ')}"></script>`
}

const links = (...styles: string[]) =>
  styles.map((style) => `<link rel="stylesheet" href="${Bun.escapeHTML(style)}">`).join('')

/** The admin needs its scripts, so they are loaded at once. */
export function adminHead(area: AreaAssets, language: Language, look: Look): string {
  const modules = [...area.modules, ...area.catalogs[language]].map(
    (module) => `<link rel="modulepreload" href="${module}">`,
  )
  const accent = lookAddress({ accent: look.accent })
  const accentLink = accent === undefined ? '' : `<link rel="stylesheet" id="accent" href="${accent}">`
  return `${icons({ ...look, look: undefined })}${links(area.style)}${accentLink}${fonts({ ...look, look: undefined })}${modules.join('')}<script type="module" src="${area.entry}"></script>`
}

/** The head of a preview: with all of its styles, and without scripts. */
export const previewHead = (site: SiteAssets, sheet: Sheet, frame: Frame): string =>
  icons(frame.look) + links(...stylesOf(site, sheet, frame), site.later, ...lookFiles(frame.look)) + fonts(frame.look)

/** The heads of public pages, cached by their inputs. */
export function createHeads(manifest: Manifest): (sheet: Sheet | 'lost', frame: Frame) => PageHead {
  let heads = new Map<string, PageHead>()
  let headsFor = ''
  return (sheet, frame) => {
    const key = JSON.stringify([extrasOf(frame.site), looksOf(frame.look), isDrawing(frame.look.icon)])
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
    tight: width > wide && width <= widest,
    overfull: width > widest,
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
