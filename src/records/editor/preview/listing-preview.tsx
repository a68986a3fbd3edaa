import { useState } from 'react'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'
import { type Previewed, useRenderedPreview } from './preview'

type ListingPreviewProps = { previewed: Previewed; values: unknown; languages: readonly Language[] }

/** The page as a search engine lists it, and as a card where it is shared, in every shown language. */
export function ListingPreview({ previewed, values, languages }: ListingPreviewProps) {
  return (
    <div className="edit-page">
      <div className="edit-form edit-listings" data-columns={languages.length}>
        {languages.map((language) => (
          <Listing key={language} {...{ previewed, values, language }} isNamed={languages.length > 1} />
        ))}
      </div>
    </div>
  )
}

type ListingProps = Omit<ListingPreviewProps, 'languages'> & { language: Language; isNamed: boolean }

function Listing({ previewed, values, language, isNamed }: ListingProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const { data } = useRenderedPreview({ previewed, values, language })
  const facts = data && factsOf(data.html)
  if (!facts) return null
  const nameIn = (text: string) => (isNamed ? `${text} · ${nameOf(language)}` : text)
  return (
    <div className="edit-listing" lang={language}>
      <figure>
        <figcaption>{nameIn(t('editing.seo.result'))}</figcaption>
        <div className="edit-result">
          <p>{facts.address}</p>
          <p className="edit-result-title">{facts.title}</p>
          <p>{facts.description}</p>
        </div>
      </figure>
      <figure>
        <figcaption>{nameIn(t('editing.seo.card'))}</figcaption>
        <div className="edit-card">
          <CardPicture key={facts.picture} address={facts.picture} />
          <p>{facts.host}</p>
          <p className="edit-card-title">{facts.cardTitle}</p>
          <p>{facts.cardDescription}</p>
        </div>
      </figure>
    </div>
  )
}

/** A picture that is drawn from a text exists once the text is stored. */
function CardPicture({ address }: { address: string }) {
  const t = useText()
  const [isMissing, setIsMissing] = useState(false)
  return isMissing ? (
    <p className="edit-card-blank">{t('editing.seo.drawnLater')}</p>
  ) : (
    <img src={address} alt="" onError={() => setIsMissing(true)} />
  )
}

/** What the head of a page says to search engines and social networks. */
function factsOf(html: string) {
  const { head } = new DOMParser().parseFromString(html, 'text/html')
  const read = (selector: string, name = 'content') => head.querySelector(selector)?.getAttribute(name) ?? ''
  const canonical = read('link[rel=canonical]', 'href')
  const url = URL.parse(canonical)
  const picture = URL.parse(read('meta[property="og:image"]'))
  const isOwn = picture?.origin === url?.origin
  return {
    title: head.querySelector('title')?.textContent ?? '',
    description: read('meta[name=description]'),
    address: url ? [url.host, ...decodeURI(url.pathname).split('/').filter(Boolean)].join(' › ') : canonical,
    host: url?.host ?? '',
    cardTitle: read('meta[property="og:title"]'),
    cardDescription: read('meta[property="og:description"]'),
    // The site may be open here under another address than its public one.
    picture: picture && isOwn ? picture.pathname + picture.search : (picture?.href ?? ''),
  }
}
