import type { Language } from '#base/i18n/language'
import type { AreaAssets } from './manifest'

/** What the head of every page of an area holds beside its metadata. */
export function headMarkup({ style, entry, modules, catalogs }: AreaAssets, language: Language): string {
  return [
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7">',
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#08172b">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">',
    styleMarkup({ style }),
    ...[...modules, ...catalogs[language]].map((module) => `<link rel="modulepreload" href="${module}">`),
    `<script type="module" src="${entry}"></script>`,
  ].join('')
}

/** What a page needs to look as it should. */
export const styleMarkup = ({ style }: Pick<AreaAssets, 'style'>): string =>
  `<link rel="stylesheet" href="${style}"><link rel="preload" href="/fonts/archivo.woff2" as="font" type="font/woff2" crossorigin>`
