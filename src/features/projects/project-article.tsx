import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { RecordArticle } from '#records/article/record-article'
import { localize, textLanguage } from '#records/translation/localize'
import type { Project } from './contract'
import { type Evidence, ProjectFacts, ProjectResults } from './project-evidence'
import { ProjectLinks } from './project-links'

type Shown = 'title' | 'description' | 'imageUrl' | 'category' | 'content' | 'translations'
type ProjectArticleProps = {
  project: Pick<Project, Shown> & Evidence & Partial<Pick<Project, 'githubUrl' | 'demoUrl'>>
}

export function ProjectArticle({ project }: ProjectArticleProps) {
  const t = useText()
  const language = usePageLanguage()
  const { title, description, category } = localize(project, language)
  return (
    <RecordArticle
      record={project}
      figures={project.results?.length ? <ProjectResults project={project} /> : undefined}
    >
      <p className="article-lead" lang={textLanguage(project, 'description', language)}>
        {description}
      </p>
      <ProjectFacts project={project} />
      <div className="article-facts">
        <span lang={category ? textLanguage(project, 'category', language) : undefined}>
          {category || t('projects.defaultCategory')}
        </span>
        <ProjectLinks title={title} githubUrl={project.githubUrl} demoUrl={project.demoUrl} />
      </div>
    </RecordArticle>
  )
}
