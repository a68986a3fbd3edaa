import { useAtomValue } from 'jotai'
import { useContext, useEffect, useRef } from 'react'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { siteAtom } from '#contract/site'
import { htmlToText } from '#text/html-text'
import { usePageLanguage } from '#i18n/language-atom'
import { alternative } from '#contract/picture-variants'
import { type FindFile, LibraryPicturesContext } from '#ui/pictures/library-pictures'
import { sizedPicture } from '#ui/pictures/picture'
import { ProseAddressContext } from './prose-address'

type HtmlProps = { html: string; className?: string; lang?: Language }

/** The only component that renders raw HTML. `html` comes from the API, which sanitizes what it stores and returns. */
export function Html({ html, className, lang }: HtmlProps) {
  const t = useText()
  const toAddress = useContext(ProseAddressContext)
  const find = useContext(LibraryPicturesContext)
  const language = usePageLanguage()
  const place = useRef<HTMLDivElement>(null)
  const { origin } = useAtomValue(siteAtom)
  const text = html.replace(ownLink, (_, start: string, written: string) => {
    const address = toAddress(written)
    // The absolute URL, for print.
    return `${start}${address}" data-address="${origin}${address}`
  })
  const named = frameTables(frameCode(nameNotes(text, t('reading.back')), t('reading.code')), (n) =>
    t('reading.table', { n }),
  )
  const [copy, copied] = [t('reading.copy'), t('reading.copied')]

  // The copy button is only loaded for texts with code.
  useEffect(() => {
    if (!named.includes('<pre')) return undefined
    let isGone = false
    let remove: (() => void) | undefined
    import('./copy-code').then(
      ({ addCopyButtons }) => {
        if (!isGone && place.current) remove = addCopyButtons(place.current, { copy, copied })
        return remove
      },
      () => {}, // code can be copied without
    )
    return () => {
      isGone = true
      remove?.()
    }
  }, [named, place, copy, copied])

  return (
    <div
      ref={place}
      lang={lang}
      className={className ? `prose ${className}` : 'prose'}
      dangerouslySetInnerHTML={{ __html: nameDocuments(dressPictures(named, find, language), find, language) }}
    />
  )
}

/** Quoted values may contain anything, as the sanitizer writes them. */
const ownLink = /(<a(?:\s(?:[^>"]|"[^"]*")*?)?\shref=")(\/(?!\/)[^"]*)/g

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Adds an accessible name to the arrow from a footnote back to its mark. */
function nameNotes(html: string, back: string): string {
  return html.replace(/<a (href="#note-[a-z\d]+-ref")>/g, `<a $1 aria-label="${quoted(back)}">`)
}

/** Wraps code that is wider than the text in a frame that scrolls, also by keyboard. */
function frameCode(html: string, name: string): string {
  return html
    .replace(/<pre(?=[\s>])/g, `<div class="code-frame" role="group" aria-label="${quoted(name)}"><pre tabindex="0"`)
    .replaceAll('</pre>', '</pre></div>')
}

/**
 * Wraps tables that are wider than the text in a frame that scrolls, also by keyboard, named by the caption or a
 * number.
 */
function frameTables(html: string, nameOf: (n: number) => string): string {
  const names = new Set<string>()
  return html
    .replace(
      /<table(?=[\s>])((?:[^>"]|"[^"]*")*>(?:<caption[^>]*>(.*?)<\/caption>)?)/gs,
      (_, start: string, caption = '') => {
        const text = htmlToText(String(caption))
        const name = text === '' || names.has(text) ? `${nameOf(names.size + 1)} ${text}`.trim() : text
        names.add(name)
        return `<div class="table-frame" role="region" tabindex="0" aria-label="${quoted(name)}"><table${start}`
      },
    )
    .replaceAll('</table>', '</table></div>')
}

/** Adds the type and the size to links to documents. */
const nameDocuments = (html: string, find: FindFile, language: Language): string =>
  html.replace(/<a\s[^>]*?href="(\/media\/[^"]*)"[^>]*>(?:(?!<\/a>).)*/gs, (link, address: string) => {
    const file = find(address, 'documents')
    return file ? `${link} <span class="file-facts">(PDF, ${sizeOf(file.bytes, language)})</span>` : link
  })

const sizeOf = (bytes: number, language: Language): string =>
  bytes < 1e5
    ? `${Math.ceil(bytes / 1000)} KB`
    : `${(bytes / 1e6).toLocaleString(language, { maximumFractionDigits: 1 })} MB`

const sizes = 'sizes="(min-width: 48rem) 44rem, 92vw"'

/**
 * Pictures load lazily; those of the library and of the site itself get AVIF and WebP variants and reserve their space, and
 * the library's alternative text where the content has none.
 */
function dressPictures(html: string, find: FindFile, language: Language): string {
  return html.replace(/<img(?=[\s>])([^>"]|"[^"]*")*>/g, (tag) => {
    const has = (name: string) => tag.includes(` ${name}="`)
    const src = / src="([^"]*)"/.exec(tag)?.[1] ?? ''
    const own = find(src)
    const picture = has('srcset') ? undefined : sizedPicture(src, own, 'whole')
    const attributes = [
      has('loading') ? '' : ' loading="lazy"',
      has('decoding') ? '' : ' decoding="async"',
      !picture || has('width') || has('height') ? '' : ` width="${picture.width}" height="${picture.height}"`,
      own?.colour ? ` data-colour="${own.colour}"` : '',
    ].join('')
    const description = own && / alt="[^"]/.test(tag) ? undefined : own && alternative(own, language)
    const described =
      description === undefined
        ? tag
        : tag.replace(/ alt(?:="")?(?=[\s/>])|(?=\s*\/?>$)/, () => ` alt="${quoted(description)}"`)
    const image = described
      .replace(/^<img/, () => `<img${attributes}`)
      .replace(/ src="[^"]*"/, (text) => (picture ? ` src="${picture.src}"` : text))
    const sources = picture?.sources.map(({ type, srcSet }) => `<source type="${type}" srcset="${srcSet}" ${sizes}>`)
    return sources ? `<picture>${sources.join('')}${image}</picture>` : image
  })
}
