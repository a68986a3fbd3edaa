import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useQuery } from '@tanstack/react-query'
import { featuredProjectsQuery } from '#features/projects/queries'
import { projectPath } from '#features/projects/paths'
import { sitePaths } from '#i18n/addresses/paths'
import { useAddressLanguage, useHref } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { localize, recordHref } from '#records/translation/localize'
import { Link } from '#ui/link'
import { drawnIconNames, drawnIcons, isDrawnIcon } from '#ui/pictures/drawn-icons'
import heroPaths from './hero-paths.json'

/** On the plate: the line to a balloon, the outline of the building, its dimensions, and the balloon's classes. */
const buildings = {
  education: [
    'M64 614L143 459',
    'M120 360L246 287L289 266L331 337V400L206 472L120 423z',
    'M157 327l126-73m-132 79l12-12m114-61l12-12M104 360v63m-6-57l12-12m-12 75l12-12',
    'balloon',
  ],
  manufacturing: [
    'M752 238L680 352',
    'M429 357L552 286L600 279V314L649 307V342L697 335V433L574 504L429 419z',
    'M582 518l123-71m-129 77l12-12m111-59l12-12M715 335v98m-6-92l12-12m-12 110l12-12',
    'balloon right',
  ],
  realEstate: [
    'M528 59L452 92',
    'M300 99L400 41L500 99V319L400 377L331 338L300 286z',
    'M408 27l100 58m-106-52l12-12m88 70l12-12M282 99v220m-6-214l12-12m-12 232l12-12',
    'balloon top',
  ],
} as const

/**
 * The industries of the plate, with links to the newest featured project of each. A project belongs to the industry whose
 * name is its category.
 */
function Balloons({ isDrawn }: { isDrawn: (industry: string) => boolean }) {
  const t = useText()
  const language = usePageLanguage()
  const addressLanguage = useAddressLanguage()
  const href = useHref()
  const { name } = useAtomValue(siteAtom)
  const { data: projects = [] } = useQuery(featuredProjectsQuery())
  const shown = (['education', 'manufacturing', 'realEstate'] as const).filter(isDrawn)
  if (shown.length === 0) return null
  return (
    <nav aria-label={t('footer.industries')}>
      <PlateBlock sheet={name} scale="1:500" label={t('footer.industries')} result={`${shown.length}`} />
      {shown.map((industry, index) => {
        const label = t(`footer.${industry}`)
        const isOfIndustry = (category: string) => category.trim().toLowerCase() === label.trim().toLowerCase()
        const project = projects
          .map((one) => ({ ...localize(one, language), href: recordHref(projectPath, one, addressLanguage) }))
          .find(({ category }) => isOfIndustry(category))
        const result = project?.results.find(({ before, after }) => before !== after)
        const [leader, outline, dimensions, place] = buildings[industry]
        return (
          <Link key={industry} className={place} href={project?.href ?? href(sitePaths.projects)}>
            <svg viewBox="0 0 800 660" aria-hidden="true">
              <path className="drawing-fine" d={leader} />
              <path className="at-hover" fill="url(#hatch)" pointerEvents="all" d={outline} />
              <path className="drawing-signal at-hover" pathLength="1" d={dimensions} />
            </svg>
            <span className="balloon-mark">
              {index + 1} <span>{label}</span>
            </span>
            {project && <span className="visually-hidden">: {project.title}</span>}
            <PlateBlock
              isHidden
              sheet={`${index + 1} · ${project?.title ?? label}`}
              scale="1:100"
              result={result ? `${result.after} ${t('projects.insteadOf', { before: result.before ?? '' })}` : '—'}
            />
          </Link>
        )
      })}
    </nav>
  )
}

type PlateBlockProps = {
  /** Until its building is pointed at. */
  isHidden?: boolean
  sheet: string
  scale: string
  label?: string
  result: string
}

/** The title block of the plate, which repeats what is linked. */
function PlateBlock({ isHidden, sheet, scale, label, result }: PlateBlockProps) {
  const t = useText()
  return (
    <span className={`cells plate-block${isHidden ? ' at-hover' : ''}`} aria-hidden="true">
      <span>
        {t('footer.sheet')} <b>{sheet}</b>
      </span>
      <span>
        {t('footer.scale')} <b>{scale}</b>
      </span>
      <span>
        {label ?? t('footer.result')} <b>{result}</b>
      </span>
    </span>
  )
}

/**
 * The industries on one plate, by default all, each linked by a balloon. Every path has a `pathLength` of one, so that
 * the style sheet can animate it.
 */
function HeroLines({ industries }: { industries?: unknown }) {
  const { drawings, hidden } = useAtomValue(siteAtom)
  // Hidden then, and marks the drawing as rendered.
  if (drawings === false) return <svg className="hero-drawing" />
  const isDrawn = (industry: unknown) =>
    industry === undefined || !Array.isArray(industries) || industries.includes(industry)
  return (
    <>
      <svg className="hero-drawing" viewBox="0 0 800 660" width="800" height="660" aria-hidden="true">
        <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path
            fill="var(--signal)"
            fillOpacity=".14"
            stroke="var(--signal)"
            strokeOpacity=".5"
            strokeDasharray="7 21"
            d="M0 0v7h7v-7z"
          />
        </pattern>
        {/* Each path with its class, and the industry that it belongs to. */}
        {heroPaths.map(
          ([className, d, industry]) => isDrawn(industry) && <path key={d} className={className} pathLength="1" d={d} />,
        )}
      </svg>
      {!hidden?.includes('industries') && <Balloons isDrawn={isDrawn} />}
    </>
  )
}

export type LinesProps = {
  /** Of the plate: those that are drawn, by default all. */
  industries?: unknown
  /** Of a feature: its icon, by default that of the way of working at its place. */
  icon?: string
  index?: number
}

const classes = ['drawing-fine', 'drawing-line', 'drawing-signal']

/** A feature's icon, or without an `index` the plate. */
export function Lines({ icon, index, industries }: LinesProps) {
  if (index === undefined) return <HeroLines industries={industries} />
  const name = isDrawnIcon(icon) ? icon : drawnIconNames[index % 3]!
  return (
    <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      {drawnIcons[name].map((d, stroke) => (
        <path key={stroke} className={classes[stroke]} pathLength="1" d={d} />
      ))}
    </svg>
  )
}
