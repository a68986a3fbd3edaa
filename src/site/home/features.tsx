import { useText } from '#i18n/i18n'
import { records, text } from '#text/reading'
import { Loading, SkeletonText } from '#ui/skeleton'
import { Drawing } from './hero-drawing'
import type { ReactNode } from 'react'
import { type StoredContent, Stored } from './stored'

const mostFeatures = 3

export const Features = () => <Stored part={FeatureGrid} loading={<FeaturesSkeleton />} />

export function FeatureGrid({ content }: StoredContent) {
  const t = useText()
  const features = records(content, 'features')
    .map((feature) => ({
      title: text(feature, 'title'),
      description: text(feature, 'description'),
      icon: text(feature, 'icon'),
    }))
    .filter(({ title, description }) => title !== undefined || description !== undefined)
    .slice(0, mostFeatures)
  if (features.length === 0) return null
  return (
    <section className="section" aria-labelledby="features-title">
      <SectionHeading
        id="features-title"
        title={text(content, 'featuresTitle') ?? t('features.title')}
        subtitle={text(content, 'featuresSubtitle') ?? t('features.subtitle')}
      />
      <ul className="features">
        {features.map(({ title, description, icon }, index) => (
          <li key={index} className="feature">
            {icon?.includes('/') ? (
              <img className="industry-icon" src={icon} alt="" width="48" height="48" />
            ) : (
              <Drawing
                className="industry-icon"
                find={`.feature:nth-child(${index + 1})>div`}
                icon={icon}
                index={index}
              />
            )}
            {title && <h3>{title}</h3>}
            {description && <p>{description}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function FeaturesSkeleton() {
  const t = useText()
  return (
    <div className="section">
      <Loading label={t('features.loading')}>
        <SectionHeadingSkeleton />
        <div className="features">
          {Array.from({ length: mostFeatures }, (_, index) => (
            <div key={index} className="feature">
              <SkeletonText className="card-title" lines={1} />
              <SkeletonText className="card-text" lines={4} />
            </div>
          ))}
        </div>
      </Loading>
    </div>
  )
}

type SectionHeadingProps = { id: string; title: string; subtitle?: string; children?: ReactNode }

/** The head of a numbered section; the number is a CSS counter. */
export function SectionHeading({ id, title, subtitle, children }: SectionHeadingProps) {
  return (
    <div className="section-heading">
      <h2 id={id}>{title}</h2>
      {subtitle && <p className="section-subtitle">{subtitle}</p>}
      {children}
    </div>
  )
}

export function SectionHeadingSkeleton() {
  return (
    <div className="section-heading">
      <SkeletonText className="skeleton-heading" lines={1} />
      <SkeletonText className="section-subtitle" lines={2} />
    </div>
  )
}
