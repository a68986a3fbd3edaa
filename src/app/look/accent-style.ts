import { accentShades, type Shades } from '#platform/accent/accent-shades'

/** The CSS rules of an accent: they override the style sheets, whatever their order. */
export function accentStyle(accent: string): string {
  const { light, dark, blueprint } = accentShades(accent)
  return (
    `@media (forced-colors:none){html:root{${variables(light)}}` +
    `@media screen and (prefers-color-scheme:dark){html:root{${variables(dark)}}}` +
    `html .blueprint{${variables(blueprint)}}` +
    'html .button-signal,html ::selection{background:var(--signal-fill)}}'
  )
}

const variables = ({ signal, fill, ink, text }: Shades) =>
  `--signal:${signal};--signal-fill:${fill};--signal-ink:${ink};--signal-text:${text}`

const address = /^\/assets\/accent-([\da-f]{6})\.css$/

/** The URL of the rules for pages without inline styles; it contains everything that they depend on. */
export const accentAddress = (accent: string): string => `/assets/accent-${accent.slice(1)}.css`

export function accentAt(path: string): string | undefined {
  const [, digits] = address.exec(path) ?? []
  return digits && `#${digits}`
}
