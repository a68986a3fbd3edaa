import { useSuspenseQuery } from '@tanstack/react-query'
import { useAddressLanguage } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { localize, recordHref, textLanguage } from '#records/translation/localize'
import { Link } from '#ui/link'
import { Picture } from '#ui/pictures/picture'
import { projectPath } from './paths'
import { nextProjectQuery } from './queries'

/** A band with the next project of the list, whose picture runs off its edge. */
export function NextSheet({ slug }: { slug: string }) {
  const t = useText()
  const language = usePageLanguage()
  const addressLanguage = useAddressLanguage()
  const project = useSuspenseQuery(nextProjectQuery(slug)).data?.next
  if (!project) return null
  const { title, description } = localize(project, language)
  return (
    <aside className="next-sheet" aria-labelledby="next-sheet">
      <div className="next-sheet-text">
        <p className="card-label">{t('projects.nextSheet')}</p>
        <h2 className="card-title" id="next-sheet">
          <Link
            href={recordHref(projectPath, project, addressLanguage)}
            lang={textLanguage(project, 'title', language)}
          >
            {title}
          </Link>
        </h2>
        <p className="card-text" lang={textLanguage(project, 'description', language)}>
          {description}
        </p>
      </div>
      {project.imageUrl && (
        <div className="next-sheet-picture">
          <Picture src={project.imageUrl} alt="" sizes="(min-width: 48rem) 50vw, 100vw" />
        </div>
      )}
    </aside>
  )
}
