import { useAtomValue } from 'jotai'
import { useContext, useEffect } from 'react'
import { useText } from '#i18n/i18n'
import { defaultLanguage, languages } from '#i18n/language'
import { withRegion } from '#i18n/with-region'
import { usePageLanguage } from '#i18n/language-atom'
import { socialAddress } from '#contract/picture-variants'
import { LibraryPicturesContext } from '#ui/pictures/library-pictures'
import { siteAtom, textIn } from '#contract/site'
import { inLanguage } from '#i18n/addresses/href'
import { derivedTitle, headingOf, drawnPicture, type ItemFacts, mergeMetadata } from './metadata'
import { markdownFile } from '#i18n/addresses/paths'
import { alternates, canonicalAddress, listedVersions, type Versions } from '#i18n/addresses/versions'

type MetaPage = 'home' | 'projects' | 'blog' | 'about' | 'contact' | 'legal' | 'search' | 'notFound'

type PageMetaProps = {
  page: MetaPage
  /** The page's stored content, parsed, in the visitor's language. */
  content?: Record<string, unknown>
  /** The home page's content: its metadata are the defaults of the whole site. */
  home?: Record<string, unknown>
  /** The post or project of a detail page. */
  item?: ItemFacts
  /** Empty for a page that does not exist. */
  versions?: Versions
}

let tell = () => {}

/** Resolves when React has taken over the metadata that the server sent; a navigation before would leave them in the head. */
export const metaTakenOver = new Promise<void>((resolve) => {
  tell = resolve
})

/**
 * Title, description, keywords, canonical link, Open Graph and Twitter tags of a page; React hoists them into the head.
 * A page that does not exist has no canonical URL, and nothing to share.
 */
export function PageMeta({ page, content, home, item, versions = {} }: PageMetaProps) {
  const t = useText()
  const site = useAtomValue(siteAtom)
  const language = usePageLanguage()
  const findPicture = useContext(LibraryPicturesContext)
  const sentence = useSentence()
  const label = capitalized(t(`meta.${page}`), language)
  const heading = headingOf(page, content ?? {})
  const meta = mergeMetadata({
    builtIn: {
      title: derivedTitle(site.name, heading.title, label),
      description: heading.subtitle ?? t('meta.defaultDescription', { sentence: sentence || site.name }),
      keywords: t('meta.defaultKeywords', { title: item?.title ?? heading.title ?? label, name: site.name }),
    },
    siteDefaults: home?.metadata,
    page: page === 'home' ? (home ?? content)?.metadata : content?.metadata,
    item,
    origin: site.origin,
    picture: site.socialPicture,
    drawn: inLanguage(drawnPicture, language),
    pictureAt(address) {
      const own = findPicture(address)
      return own ? socialAddress(own) : address
    },
  })
  useEffect(tell, [])
  const written = versions[language] ? language : defaultLanguage
  const canonical = canonicalAddress(versions, written, site.origin)
  const own = versions[written]?.address
  const listed = listedVersions(versions, site.origin)
  return (
    <>
      <title>{meta.title}</title>
      <meta name="description" content={meta.description} />
      <meta name="keywords" content={meta.keywords} />
      {page === 'notFound' ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          {versions[written]?.noindex === true && <meta name="robots" content="noindex" />}
          <link rel="canonical" href={canonical} />
          {page !== 'search' && own?.endsWith('/') && (
            <link rel="alternate" type="text/markdown" href={site.origin + own + markdownFile} />
          )}
          {listed.some(([code]) => code === language) &&
            alternates(listed).map(([code, address]) => (
              <link key={code} rel="alternate" hrefLang={code} href={address} />
            ))}
          <meta property="og:title" content={meta.ogTitle} />
          <meta property="og:description" content={meta.ogDescription} />
          <meta property="og:type" content={item?.type ?? 'website'} />
          <meta property="og:url" content={canonical} />
          <meta property="og:site_name" content={site.name} />
          <meta property="og:locale" content={withRegion(written, '_')} />
          {languages.map(
            (code) =>
              code !== written &&
              versions[code] && <meta key={code} property="og:locale:alternate" content={withRegion(code, '_')} />,
          )}
          <meta property="og:image" content={meta.ogImage} />
          <meta name="twitter:card" content="summary_large_image" />
          <meta name="twitter:title" content={meta.ogTitle} />
          <meta name="twitter:description" content={meta.ogDescription} />
          <meta name="twitter:image" content={meta.ogImage} />
        </>
      )}
    </>
  )
}

const capitalized = (name: string, language: string) => name.charAt(0).toLocaleUpperCase(language) + name.slice(1)

/** What the site does in one sentence, that of its footer; '' without one. */
export function useSentence(): string {
  const t = useText()
  const language = usePageLanguage()
  const { footer } = useAtomValue(siteAtom)
  return footer ? textIn(footer, language) : t('footer.tagline')
}
