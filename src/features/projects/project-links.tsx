import { useText } from '#i18n/i18n'
import { OutLink } from '#ui/link'

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
