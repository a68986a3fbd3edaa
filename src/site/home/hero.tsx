import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { sitePaths } from '#i18n/addresses/paths'
import { text } from '#text/reading'
import { useSentence } from '#ui/head/page-meta'
import { Link } from '#ui/link'
import { Picture } from '#ui/pictures/picture'
import { Loading, SkeletonText } from '#ui/skeleton'
import { useHref } from '#i18n/addresses/use-href'
import { Drawing } from './hero-drawing'
import { hasWaitlist, type StoredContent, Stored } from './stored'

export function Hero() {
  const t = useText()
  const { hidden } = useAtomValue(siteAtom)
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero-text">
        {!hidden?.includes('badge') && <p className="badge">{t('hero.badge')}</p>}
        <Stored part={HeroTexts} loading={<HeroSkeleton />} failed={<HeroTexts content={{}} />} />
      </div>
      <Stored part={HeroPlate} failed={<HeroPlate content={{}} />} />
    </section>
  )
}

/** An own picture, or the drawing of the industries, or nothing. */
function HeroPlate({ content }: StoredContent) {
  const language = usePageLanguage()
  const { show, src, alt, industries } = Object(content.heroPicture)
  if (show === 'none') return null
  return src && show !== 'drawing' ? (
    <div className="hero-plate card-picture">
      <Picture src={src} alt={alt} sizes="(min-width: 60rem) 47vw, 92vw" priority />
    </div>
  ) : (
    // Drawn anew in another language.
    <Drawing key={language} className="hero-plate" find={`[lang=${language}] .hero-plate`} industries={industries} />
  )
}

export function HeroTexts({ content }: StoredContent) {
  const t = useText()
  const href = useHref()
  const site = useAtomValue(siteAtom)
  const sentence = useSentence()
  const subtitle = text(content, 'heroSubtitle') ?? t('hero.subtitle', { sentence })
  const [plain, emphasised] = splitHeadline(text(content, 'heroTitle') ?? t('hero.title', { name: site.name }))
  const typed = hasWaitlist(site, content) && text(content, 'heroCta')
  // The text for the waitlist, which a newsletter is not.
  const callToAction = site.signUp && typed && /wait|espera/i.test(typed) ? t('waitlist.submit') : typed
  return (
    <>
      <h1 id="hero-title" className="hero-title">
        {plain} <em>{emphasised}</em>
      </h1>
      {subtitle && <p className="hero-subtitle">{subtitle}</p>}
      <div className="hero-actions">
        {callToAction && (
          <a className="button button-signal" href="#waitlist">
            {callToAction}
          </a>
        )}
        <Link className="button" href={href(sitePaths.blog)}>
          {text(content, 'blogCta') ?? t('hero.blog')}
        </Link>
      </div>
    </>
  )
}

/** Splits off the last two words of the headline. */
function splitHeadline(headline: string): [plain: string, emphasised: string] {
  const words = headline.split(/\s+/)
  return [words.slice(0, -2).join(' '), words.slice(-2).join(' ')]
}

function HeroSkeleton() {
  const t = useText()
  return (
    <Loading label={t('hero.loading')}>
      <SkeletonText className="skeleton-hero" lines={3} />
      <SkeletonText className="hero-subtitle" lines={3} />
    </Loading>
  )
}
