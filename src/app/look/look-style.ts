import { z } from 'zod'
import { builtInLook, isBuiltInLook, type Look, type Scheme, colour, siteValues } from '#contract/site-values'
import { languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import { accentShades, type Shades } from '#platform/accent/accent-shades'
import { facesOf, fallbackFamilies, family, fittedFacesOf, typefaceOf } from '#platform/accent/typefaces'
import { hasCurrentEtag } from '#platform/http/revalidated'
import type { Config } from '#platform/config'
import { dataHeaders } from '#platform/http/security-headers'
import type { Visit } from '#app/visit'

/** What the rules of a look are made of. `darkLogo` is a URL. */
export type Looks = { accent: string | null; look?: Look; darkLogo?: string }

/** The colours of both schemes, as declarations. */
export type Palette = Record<Exclude<Scheme, 'system'>, string>

const darkRules = /@media screen and \(prefers-color-scheme:\s*dark\)\s*\{\s*:root\s*\{([^}]*)\}\s*\}/
const builtInFaces = /@font-face\s*\{\s*font-family:\s*["']?Archivo[^}]*\}/g

/** The colours in the built style sheets, by their text, so that they compress to nothing beside them. */
export function readPalette(style: string): Palette {
  const [, root = ''] = /:root\s*\{\s*color-scheme:\s*light dark;([^}]*)\}/.exec(style) ?? []
  const [, dark = ''] = darkRules.exec(style) ?? []
  const names = dark.split(';').map(nameOf)
  const light = root.split(';').filter((declaration) => names.includes(nameOf(declaration)))
  return { light: light.join(';').trim(), dark: dark.trim().replace(/;$/, '') }
}

const nameOf = (declaration: string) => declaration.split(':')[0]?.trim()

/** The CSS rules of a look: they override the style sheets, whatever their order. Empty for the built-in look. */
export function lookStyle(looks: Looks, palette: Palette): string {
  return rulesOf(looks, palette, false)
}

/** Style sheets with the rules of a look, and without those that it replaces. */
export function styleWithLook(css: string, looks: Looks, palette: Palette): string {
  const { look = builtInLook } = looks
  const kept = typefaceOf(look.type) ? css.replaceAll(builtInFaces, '') : css
  return (isFollowingDevice(look) ? kept : kept.replace(darkRules, '')) + rulesOf(looks, palette, true)
}

/** `areReplaced`: the rules of the style sheets that these replace are removed. */
function rulesOf({ accent, look = builtInLook, darkLogo }: Looks, palette: Palette, areReplaced: boolean): string {
  return [
    typeRules(look),
    cornerRules[look.corners],
    widthRules[look.width],
    look.drawings ? '' : withoutDrawings,
    accent === null ? '' : accentStyle(accent, !areReplaced || isFollowingDevice(look)),
    isFollowingDevice(look) ? '' : schemeRules(look, palette, { accent, areReplaced }),
    darkLogo === undefined ? '' : inDark(look, (root) => `${root} .logo{content:url(${darkLogo})}`),
    look.switch ? switchRules() : '',
  ].join('')
}

/** Whether the scheme is always the one that the device prefers, as in the style sheets. */
const isFollowingDevice = (look: Look) => look.scheme === 'system' && !look.switch

function typeRules({ type }: Look): string {
  const pair = typefaceOf(type)
  if (!pair) return ''
  // Also on small screens, where the built-in font comes after the first paint: lines of titles could break elsewhere.
  return `${fittedFacesOf(pair)}html:root{--font:${family},${fallbackFamilies}}`
}

// The frame of a project's card cuts its picture.
const roundedPictures =
  'main img,.card-picture,.project-card{border-radius:var(--radius-2);overflow:clip}.project-card :is(img,.card-picture){border-radius:0}'

const cornerRules: Record<Look['corners'], string> = {
  square: '',
  soft: `html:root{--radius-1:.5rem;--radius-2:.75rem}${roundedPictures}`,
  round: `html:root{--radius-1:1.5rem;--radius-2:1.5rem}${roundedPictures}`,
}

const widthRules: Record<Look['width'], string> = {
  wide: '',
  // The rail and the largest titles no longer grow with the window.
  narrow:
    'html:root{--sheet:76rem;--rail:min(38vw,27rem);--step-6:min(1.3rem + 4vw,4rem)}' +
    '@media (width>=76rem){.sheet{border-inline:var(--outline)}}',
}

const withoutDrawings =
  'html:root,.blueprint{--board:linear-gradient(#0000,#0000)}' +
  '.sheet:before{visibility:hidden}.hero-drawing,.not-found-drawing,.industry-icon,.waitlist:after{display:none!important}' +
  '.hero:has(.hero-drawing){grid-template-columns:1fr;min-block-size:0}.hero-title em{padding:0;background:0 0}'

/** The few styles of a page without style sheets: the colours of both schemes, and rules that use the built-in font. */
export type PlainSheet = { light: string; dark: string; rules: string }

const builtInFont = 'Archivo,Arial,Helvetica,sans-serif'
const builtInFace =
  "@font-face{font-family:Archivo;src:url(/fonts/archivo.woff2) format('woff2');font-weight:400 600;font-stretch:75% 115%;font-display:swap}"

/** Its styles in a look. `variables` are those of its accent. */
export function plainStyle(
  { light, dark, rules }: PlainSheet,
  { accent, look = builtInLook }: Pick<Looks, 'accent' | 'look'>,
  variables: (shades: Shades) => string,
): string {
  const pair = typefaceOf(look.type)
  const inColours = (one: string, other: string) => {
    if (look.scheme === 'light') return `:root{color-scheme:light;${one}}`
    if (look.scheme === 'dark') return `:root{color-scheme:dark;${other}}`
    return `:root{color-scheme:light dark;${one}}\n@media(prefers-color-scheme:dark){:root{${other}}}`
  }
  const shades = accent === null ? undefined : accentShades(accent)
  return [
    pair ? facesOf(pair) : builtInFace,
    inColours(light, dark),
    pair ? rules.replaceAll(builtInFont, `${family},Arial,sans-serif`) : rules,
    shades ? inColours(variables(shades.light), variables(shades.dark)) : '',
    look.corners === 'square'
      ? ''
      : `main{border-radius:1rem;overflow:clip}button,.home{border-radius:${plainCorners[look.corners]}}`,
    look.drawings ? '' : 'body{background-image:none!important}main::before{display:none!important}',
  ].join('\n')
}

const plainCorners = { soft: '.5rem', round: '1.5rem' } as const

/** The CSS rules of an accent; `hasDark`: with those for devices that prefer dark colours. */
export function accentStyle(accent: string, hasDark = true): string {
  const { light, dark, blueprint } = accentShades(accent)
  return (
    `@media (forced-colors:none){html:root{${variables(light)}}` +
    (hasDark ? `@media screen and (prefers-color-scheme:dark){html:root{${variables(dark)}}}` : '') +
    `html .blueprint{${variables(blueprint)}}` +
    'html .button-signal,html ::selection{background:var(--signal-fill)}}'
  )
}

const variables = ({ signal, fill, ink, text }: Shades) =>
  `--signal:${signal};--signal-fill:${fill};--signal-ink:${ink};--signal-text:${text}`

type SchemeOptions = { accent: string | null; areReplaced: boolean }

/**
 * The colours of a scheme that the owner or the visitor has chosen. Forced colours stay, and print uses the light ones:
 * where the dark rules of the style sheets are removed, light is what remains.
 */
function schemeRules(look: Look, palette: Palette, { accent, areReplaced }: SchemeOptions): string {
  const shades = accent === null ? undefined : accentShades(accent)
  const colours = (scheme: keyof Palette) => palette[scheme] + (shades ? `;${variables(shades[scheme])}` : '')
  const dark = inDark(look, (root) => `${root}:root{color-scheme:dark;${colours('dark')}}`, ' and (forced-colors:none)')
  const root = look.scheme === 'light' ? 'html:root' : look.switch ? 'html[data-scheme=light]:root' : undefined
  if (root === undefined) return dark
  const light = areReplaced
    ? `${root}{color-scheme:light}`
    : `@media (forced-colors:none){${root}{color-scheme:light;${colours('light')}}}`
  return light + dark
}

/** A rule for the dark scheme on screens, in whatever way it came about. */
function inDark(look: Look, rule: (root: string) => string, media = ''): string {
  const usual = rule(look.switch ? 'html:not([data-scheme=light])' : 'html')
  return [
    look.scheme === 'system' ? `@media screen and (prefers-color-scheme:dark)${media}{${usual}}` : '',
    look.scheme === 'dark' ? `@media screen${media}{${usual}}` : '',
    look.switch && look.scheme !== 'dark' ? `@media screen${media}{${rule('html[data-scheme=dark]')}}` : '',
  ].join('')
}

/** The button below every page; hidden without scripts and where nothing can be stored. */
export const switchButton = '<button id="scheme" hidden></button>'

/** Its text is here, because a page changes its language without a request. */
const switchRules = (): string =>
  '@media screen{html[data-scheme] #scheme{display:block;margin-inline-start:auto;padding:1rem var(--gutter);border:0;background:0 0;cursor:pointer}}' +
  languages
    .map((code) => `#scheme:lang(${code}):before{content:${asString(translate(code, 'scheme.switch'))}}`)
    .join('')

const asString = (text: string) => `"${text.replaceAll(/[\\"<>\n]/g, ' ')}"`

/**
 * Applies the visitor's choice before anything is painted; nothing is stored before there is one. It comes before
 * `queued-events.ts`, which would hold the click until the page is hydrated.
 */
export function switchScript({ scheme }: Look): string {
  const usual =
    scheme === 'system' ? "(matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')" : `'${scheme}'`
  return (
    "(d=>{try{d.scheme=localStorage.scheme||''}catch{}" +
    "addEventListener('click',e=>{if(e.target.id=='scheme'){e.stopImmediatePropagation();" +
    `localStorage.scheme=d.scheme=(d.scheme||${usual})=='dark'?'light':'dark'}},true)})(document.documentElement.dataset)`
  )
}

const accentFile = /^\/assets\/accent-([\da-f]{6})\.css$/
const lookFile = /^\/assets\/look-([\w-]{1,800})\.css$/

const looks = z.object({
  accent: colour.nullable(),
  look: siteValues.shape.look.optional(),
  darkLogo: z
    .string()
    .regex(/^\/media\/[\w./-]+$/)
    .optional(),
})

/**
 * The URL of the rules for pages without inline styles; it contains everything that they depend on. undefined for the
 * built-in look.
 */
export function lookAddress({ accent, look, darkLogo }: Looks): string | undefined {
  if ((look === undefined || isBuiltInLook(look)) && darkLogo === undefined)
    return accent === null ? undefined : `/assets/accent-${accent.slice(1)}.css`
  return `/assets/look-${Buffer.from(JSON.stringify({ accent, look, darkLogo })).toString('base64url')}.css`
}

/** The look of such a URL. */
export function lookAt(path: string): Looks | undefined {
  const [, digits] = accentFile.exec(path) ?? []
  if (digits !== undefined) return { accent: `#${digits}` }
  const [, code] = lookFile.exec(path) ?? []
  if (code === undefined) return undefined
  try {
    return looks.safeParse(JSON.parse(Buffer.from(code, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

/** The rules of a look as a style sheet, for pages whose content security policy forbids inline styles. */
export function createLookFiles(palette: Palette, config: Pick<Config, 'siteUrl'>) {
  return ({ path, request, method }: Pick<Visit, 'path' | 'request' | 'method'>): Response | undefined => {
    const look = lookAt(path)
    if (look === undefined) return undefined
    const rules = lookStyle(look, palette)
    const headers = { ...dataHeaders(config), 'Cache-Control': 'no-cache', ETag: `"${Bun.hash(rules).toString(36)}"` }
    if (hasCurrentEtag(request, headers.ETag)) return new Response(null, { status: 304, headers })
    return new Response(method === 'HEAD' ? null : rules, {
      headers: { ...headers, 'Content-Type': 'text/css;charset=utf-8' },
    })
  }
}
