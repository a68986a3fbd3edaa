import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { RecordArticle } from '#records/article/record-article'
import { localize, textLanguage, isTranslated, type Translatable } from '#records/translation/localize'
import type { Project, ProjectResult } from './contract'
import { defaultLanguage } from '#i18n/language'
import { type LocalizedTexts, localizedTexts } from '#records/translation/localized-texts'
import { ProjectLinks } from './project-card'

/** Whether nothing changed: such a result says `No effect`. In previews texts contain marks, which are private-use characters. */
const hasNoEffect = ({ before = '', after = '' }: ProjectResult): boolean =>
  before.replace(/\p{Co}/gu, '') === after.replace(/\p{Co}/gu, '') && before !== ''

type ProjectArticleProps = { project: Omit<Project, 'metadata'> }

/** The title block of a project: client, place, year. Renders nothing without facts. */
function ProjectFacts({ project }: ProjectArticleProps) {
  const facts = useRows(project, 'facts')
  if (facts.length === 0) return null
  return (
    <dl className="title-block">
      {facts.map((fact, at) => (
        <div key={at}>
          <dt lang={fact.lang('label')}>{fact.text('label')}</dt>
          <dd lang={fact.lang('value')}>{fact.text('value')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The measured figures of a project, each between two ticks: before on the left, after on the right. */
function ProjectResults({ project }: ProjectArticleProps) {
  const t = useText()
  const results = useRows(project, 'results')
  return (
    <dl className="measured">
      {results.map((result, at) => (
        <div key={at}>
          <dt lang={result.lang('label')}>{result.text('label')}</dt>
          <dd className="measured-span">
            <span lang={result.lang('before')}>{result.text('before')}</span>{' '}
            {hasNoEffect(project.results[at] ?? {}) ? (
              <em className="measured-stamp">{t('projects.noEffect')}</em>
            ) : (
              <>
                <span className="visually-hidden">→</span>{' '}
                <strong lang={result.lang('after')}>{result.text('after')}</strong>
              </>
            )}
          </dd>
          {result.text('note') !== '' && (
            <dd className="measured-note" lang={result.lang('note')}>
              {result.text('note')}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

function useRows(
  project: Translatable & Pick<Project, 'facts' | 'results'>,
  name: 'facts' | 'results',
): LocalizedTexts[] {
  const language = usePageLanguage()
  const translation = isTranslated(project, language) ? (project.translations[language] ?? {}) : {}
  return localizedTexts({ ...project }, language === defaultLanguage ? undefined : translation).rows(name)
}

export function ProjectArticle({ project }: ProjectArticleProps) {
  const t = useText()
  const language = usePageLanguage()
  const { title, description, category } = localize(project, language)
  return (
    <RecordArticle
      record={project}
      figures={project.results.length > 0 ? <ProjectResults project={project} /> : undefined}
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
