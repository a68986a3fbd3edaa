import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Link, OutLink } from '#ui/link'
import { useAddressLanguage } from '#i18n/addresses/use-href'
import { Picture } from '#ui/pictures/picture'
import { SkeletonPicture, SkeletonText } from '#ui/skeleton'
import { recordHref, localize, textLanguage } from '#records/translation/localize'
import type { ProjectSummary } from './contract'
import { projectPath } from './paths'

type ProjectCardProps = { project: ProjectSummary; heading: 'h2' | 'h3'; sizes: string; priority?: boolean }

export function ProjectCard({ project, heading: Heading, sizes, priority }: ProjectCardProps) {
  const t = useText()
  const language = usePageLanguage()
  const { title, description, category, results } = localize(project, language)
  const result = results[project.results.findIndex(({ before, after }) => before !== after)]
  const address = recordHref(projectPath, project, useAddressLanguage())
  return (
    <article className="card project-card">
      <div className="card-picture">
        <Picture src={project.imageUrl} alt="" sizes={sizes} priority={priority} />
      </div>
      <p className="card-label" lang={category ? textLanguage(project, 'category', language) : undefined}>
        {category || t('projects.defaultCategory')}
      </p>
      <Heading className="card-title">
        <Link href={address} lang={textLanguage(project, 'title', language)}>
          {title}
        </Link>
      </Heading>
      <p className="card-text" lang={textLanguage(project, 'description', language)}>
        {description}
      </p>
      {result && (
        <p className="card-result" lang={textLanguage(project, 'results', language)}>
          <strong>{result.after}</strong>{' '}
          <span>
            {t('projects.insteadOf', { before: result.before ?? '' })}
            <br /> {result.label}
          </span>
        </p>
      )}
      <ProjectLinks title={title} githubUrl={project.githubUrl} demoUrl={project.demoUrl} />
    </article>
  )
}

export function ProjectCardSkeleton() {
  return (
    <div className="card project-card">
      <SkeletonPicture />
      <SkeletonText className="card-label" lines={1} />
      <SkeletonText className="card-title" lines={1} />
      <SkeletonText className="card-text" lines={3} />
    </div>
  )
}

type ProjectLinksProps = { title: string; githubUrl: string | null | undefined; demoUrl: string | null | undefined }

/** External links of a project, if it has any. */
export function ProjectLinks({ title, githubUrl, demoUrl }: ProjectLinksProps) {
  const t = useText()
  if (!githubUrl && !demoUrl) return null
  return (
    <p className="project-links">
      {githubUrl && (
        <OutLink href={githubUrl} aria-label={t('projects.githubLabel', { title })}>
          {t('projects.github')}
        </OutLink>
      )}
      {demoUrl && (
        <OutLink href={demoUrl} aria-label={t('projects.demoLabel', { title })}>
          {t('projects.demo')}
        </OutLink>
      )}
    </p>
  )
}
