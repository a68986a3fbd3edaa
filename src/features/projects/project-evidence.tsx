import { useText } from '#i18n/i18n'
import { defaultLanguage } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { isTranslated, type Translatable } from '#records/translation/localize'
import { type LocalizedTexts, localizedTexts } from '#records/translation/localized-texts'
import type { Project } from './contract'
import { hasNoEffect } from './results'

export type Evidence = Translatable & Partial<Pick<Project, 'facts' | 'results'>>

/** The title block of a project: client, place, year. Renders nothing without facts. */
export function ProjectFacts({ project }: { project: Evidence }) {
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
export function ProjectResults({ project }: { project: Evidence }) {
  const t = useText()
  const results = useRows(project, 'results')
  if (results.length === 0) return null
  return (
    <dl className="measured">
      {results.map((result, at) => (
        <div key={at}>
          <dt lang={result.lang('label')}>{result.text('label')}</dt>
          <dd className="measured-span">
            <span lang={result.lang('before')}>{result.text('before')}</span>{' '}
            {hasNoEffect(project.results?.[at] ?? {}) ? (
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

function useRows(project: Evidence, name: 'facts' | 'results'): LocalizedTexts[] {
  const language = usePageLanguage()
  const translation = isTranslated(project, language) ? (project.translations[language] ?? {}) : {}
  return localizedTexts({ ...project }, language === defaultLanguage ? undefined : translation).rows(name)
}
