import { createContext, useContext } from 'react'
import type { Language } from '#base/i18n/language'
import { knownPicture, srcSet } from './picture'

/** Where a link inside stored text leads from this page: one to another page stays in its language. The app provides it. */
export const ProseAddressContext = createContext<(address: string) => string>((address) => address)

/** The one place that shows raw HTML. `html` comes from the API, which sanitizes what it stores and what it answers. */
export function Html({ html, className, lang }: { html: string; className?: string; lang?: Language }) {
  const toAddress = useContext(ProseAddressContext)
  const text = html.replace(ownLink, (_, start: string, address: string) => start + toAddress(address))
  return (
    <div
      lang={lang}
      className={className ? `prose ${className}` : 'prose'}
      dangerouslySetInnerHTML={{ __html: dressPictures(frameTables(reachCode(text))) }}
    />
  )
}

/** Quoted values may hold anything, as the sanitizer writes them. */
const ownLink = /(<a(?:\s(?:[^>"]|"[^"]*")*?)?\shref=")(\/[^"]*)/g

/** Code wider than the text scrolls, with the keyboard too. */
const reachCode = (html: string) => html.replace(/<pre(?=[\s>])/g, '<pre tabindex="0"')

/** A table wider than the text scrolls in a frame that the keyboard reaches too. */
function frameTables(html: string): string {
  return html
    .replace(/<table(?=[\s>])/g, '<div class="table-frame" tabindex="0"><table')
    .replaceAll('</table>', '</table></div>')
}

const sizes = 'sizes="(min-width: 48rem) 44rem, 92vw"'

/** Pictures wait until they come near; those of the site itself come in AVIF and WebP sizes and reserve their place. */
function dressPictures(html: string): string {
  return html.replace(/<img(?=[\s>])([^>"]|"[^"]*")*>/g, (tag) => {
    const has = (name: string) => tag.includes(` ${name}="`)
    const picture = has('srcset') ? undefined : knownPicture(/ src="([^"]*)"/.exec(tag)?.[1] ?? '')
    const extra = [
      has('loading') ? '' : ' loading="lazy"',
      has('decoding') ? '' : ' decoding="async"',
      !picture || has('width') || has('height') ? '' : ` width="${picture.width}" height="${picture.height}"`,
    ]
    const image = tag.replace(/^<img/, `<img${extra.join('')}`)
    if (!picture) return image
    const source = (type: 'avif' | 'webp') => `<source type="image/${type}" srcset="${srcSet(picture, type)}" ${sizes}>`
    return `<picture>${source('avif')}${source('webp')}${image}</picture>`
  })
}
