import { useAtomValue } from 'jotai'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { linkHeadings } from '#text/html/headings'
import { Contents } from '#records/article/contents'
import { unpackContent } from '#records/kind/content'
import { localize, textLanguage } from '#records/translation/localize'
import { Html } from '#ui/prose/html'
import { Picture } from '#ui/pictures/picture'
import type { Project } from './contract'
import { ProjectLinks } from './project-links'

type Shown = 'title' | 'description' | 'imageUrl' | 'category' | 'content' | 'translations'
type ProjectArticleProps = { project: Pick<Project, Shown> & Partial<Pick<Project, 'githubUrl' | 'demoUrl'>> }

/** A project as its page shows it; the admin's preview shows the same. */
export function ProjectArticle({ project }: ProjectArticleProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const { title, description, category, content } = localize(project, language)
  const { html, headings } = linkHeadings(unpackContent(content).html)
  const lang = textLanguage(project, 'content', language)
  return (
    <article className="article">
      <header className="article-head">
        <h1 lang={textLanguage(project, 'title', language)}>{title}</h1>
        <p className="article-lead" lang={textLanguage(project, 'description', language)}>
          {description}
        </p>
        <div className="article-facts">
          <span lang={category ? textLanguage(project, 'category', language) : undefined}>
            {category || t('projects.defaultCategory')}
          </span>
          <ProjectLinks title={title} githubUrl={project.githubUrl} demoUrl={project.demoUrl} />
        </div>
      </header>
      {project.imageUrl && (
        <div className="article-picture">
          <Picture src={project.imageUrl} alt={title} sizes="(min-width: 60rem) min(52vw, 63rem), 94vw" priority />
        </div>
      )}
      <Contents headings={headings} lang={lang} />
      <Html className="article-body" html={html} lang={lang} />
    </article>
  )
}
