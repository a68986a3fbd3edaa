import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { sitePaths } from '#i18n/addresses/paths'
import { PageMeta } from '#ui/head/page-meta'
import { useHref, usePageMatch } from '#i18n/addresses/use-href'
import { projectPath } from '#features/projects/paths'
import { socialPicture } from '#records/social-picture'
import { isTranslated, recordVersions, localize, localizeMetadata } from '#records/translation/localize'
import { Link } from '#ui/link'
import { Region } from '#ui/region'
import { Loading } from '#ui/skeleton'
import { ProjectArticle } from '#features/projects/project-article'
import { projectQuery } from '#features/projects/queries'
import { ArticleSkeleton } from '#site/blog/article-skeleton'
import { NotFoundSheet } from '#site/not-found/not-found-sheet'
import { PageHead } from '#site/layout/page-head'
import { useOwnAddress } from '#site/layout/use-own-address'

export function ProjectDetail() {
  const slug = usePageMatch(projectPath)?.params.slug ?? ''
  return (
    <Region key={slug} loading={<ProjectSkeleton />} failed={<MissingProject />}>
      <StoredProject slug={slug} />
    </Region>
  )
}

function StoredProject({ slug }: { slug: string }) {
  const t = useText()
  const href = useHref()
  const language = useAtomValue(languageAtom)
  const { data: project } = useSuspenseQuery(projectQuery(slug))
  useOwnAddress(projectPath, project, projectQuery)
  const { title, description } = localize(project, language)
  const versions = recordVersions(projectPath, project)
  const metadata = localizeMetadata(project, language)
  return (
    <div className="reading">
      <PageHead
        page="projects"
        item={{
          title,
          description,
          image: socialPicture('projects', project, isTranslated(project, language) ? language : 'en'),
          versions,
          metadata,
        }}
      />
      <p className="back">
        <Link href={href(sitePaths.projects)}>{t('projects.back')}</Link>
      </p>
      <ProjectArticle project={project} />
      <Invitation title={title} />
    </div>
  )
}

/** A link to the contact form with the project as its subject. */
function Invitation({ title }: { title: string }) {
  const t = useText()
  const href = useHref()
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

function MissingProject() {
  const t = useText()
  const href = useHref()
  const title = t('projects.notFoundTitle')
  return (
    <>
      <PageMeta page="notFound" item={{ title }} />
      <NotFoundSheet
        title={title}
        text={t('projects.notFoundText')}
        back={{ href: href(sitePaths.projects), text: t('projects.back') }}
      />
    </>
  )
}

function ProjectSkeleton() {
  const t = useText()
  const href = useHref()
  return (
    <div className="reading">
      <PageHead page="projects" />
      <p className="back">
        <Link href={href(sitePaths.projects)}>{t('projects.back')}</Link>
      </p>
      <Loading label={t('projects.loadingOne')}>
        <ArticleSkeleton />
      </Loading>
    </div>
  )
}
