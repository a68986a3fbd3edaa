import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { text } from '#text/reading'
import { useSentence } from '#ui/head/use-sentence'
import { Link } from '#ui/link'
import { Region } from '#ui/region'
import { Loading, SkeletonText } from '#ui/skeleton'
import { useHref } from '#i18n/addresses/use-href'
import { usePageContent } from '#features/pages/use-page-content'
import { HeroDrawing } from './hero-drawing'

export function Hero() {
  const t = useText()
  const { hidden } = useAtomValue(siteAtom)
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="hero-text">
        {!hidden?.includes('badge') && <p className="badge">{t('hero.badge')}</p>}
        <Region loading={<HeroSkeleton />} failed={<HeroTexts content={{}} />}>
          <StoredHeroTexts />
        </Region>
      </div>
      <div className="hero-plate">
        <HeroDrawing />
      </div>
    </section>
  )
}

function StoredHeroTexts() {
  return <HeroTexts content={usePageContent('home')} />
}

export function HeroTexts({ content }: { content: Record<string, unknown> }) {
  const t = useText()
  const href = useHref()
  const { name, hidden } = useAtomValue(siteAtom)
  const sentence = useSentence()
  const [plain, emphasised] = splitHeadline(text(content, 'heroTitle') ?? t('hero.title', { name }))
  const callToAction = !hidden?.includes('waitlist') && text(content, 'heroCta')
  return (
    <>
      <h1 id="hero-title" className="hero-title">
        {plain} <em>{emphasised}</em>
      </h1>
      <p className="hero-subtitle">{text(content, 'heroSubtitle') ?? t('hero.subtitle', { sentence })}</p>
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
