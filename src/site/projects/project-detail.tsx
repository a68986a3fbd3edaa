import type { Project } from '#features/projects/contract'
import { NextSheet } from '#features/projects/next-sheet'
import { projectPath } from '#features/projects/paths'
import { ProjectArticle } from '#features/projects/project-article'
import { projectQuery } from '#features/projects/queries'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { localize } from '#records/translation/localize'
import { ArticlePage } from '#site/article/article-page'
import { Link } from '#ui/link'
import { Region } from '#ui/region'

export function ProjectDetail() {
  return (
    <ArticlePage
      section="projects"
      page="projects"
      listPath={sitePaths.projects}
      path={projectPath}
      queryOf={projectQuery}
      description="description"
    >
      {(project, slug) => (
        <>
          <ProjectArticle project={project} />
          <Region loading={null} failed={null}>
            <NextSheet slug={slug} />
          </Region>
          <Invitation project={project} />
        </>
      )}
    </ArticlePage>
  )
}

/** A link to the contact form with the project as its subject. */
function Invitation({ project }: { project: Project }) {
  const t = useText()
  const href = useHref()
  const { title } = localize(project, usePageLanguage())
  const subject = new URLSearchParams({ subject: t('projects.inviteSubject', { title }) })
  return (
    <aside className="invitation" aria-labelledby="invitation-title">
      <h2 id="invitation-title">{t('projects.inviteTitle')}</h2>
      <p>{t('projects.inviteText')}</p>
      <Link className="button button-signal" href={`${href(sitePaths.contact)}?${subject}`}>
        {t('projects.invite')}
      </Link>
    </aside>
  )
}
