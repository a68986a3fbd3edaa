import { useState } from 'react'
import { Form } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import type { Import, ImportRun } from '../contract'
import { defaultLanguage, languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { useLanguageNames } from '#i18n/use-language-names'
import { Button } from '#ui/controls/buttons/button'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { Choice } from '#ui/controls/fields/choice'
import { Switch } from '#ui/controls/fields/switch'
import { importsQuery } from './queries'

/** The options of an import. */
export function RunForm({ id, found, kind }: Pick<Import, 'id' | 'found' | 'kind'>) {
  const t = useText()
  const { labelOf, nameOf } = useLanguageNames()
  const [run, setRun] = useState<ImportRun>({ language: defaultLanguage, as: 'draft', media: true, redirects: true })
  const change = (part: Partial<ImportRun>) => setRun((before) => ({ ...before, ...part }))
  const { mutate, isPending } = useWrite<Import>({
    failed: t('imports.notBegun'),
    stale: [importsQuery().queryKey],
  })
  const start = () => {
    rescueFocus()
    mutate({ method: 'POST', path: `/api/imports/${id}/run`, body: run })
  }
  return (
    <Form className="kit-stack import-run" onSubmit={start}>
      <div className="import-choices">
        <Choice
          label={t('imports.language')}
          description={kind === 'markdown' || kind === 'csv' ? t('imports.languageOwn') : undefined}
          value={run.language}
          onChange={(language) => change({ language })}
          options={languages.map((value) => ({
            value,
            label: labelOf(value),
            note: t(value === defaultLanguage ? 'imports.in.original' : 'imports.in.translation', {
              language: nameOf(value),
            }),
          }))}
        />
        <Choice
          label={t('imports.as')}
          value={run.as}
          onChange={(as) => change({ as })}
          options={(['draft', 'same'] as const).map((value) => ({
            value,
            label: t(`imports.as.${value}`),
            note: t(`imports.as.${value}.note`),
          }))}
        />
      </div>
      <div className="kit-form">
        {found.media > 0 && (
          <Switch isSelected={run.media} onChange={(media) => change({ media })}>
            {t('imports.withMedia', { count: found.media })}
          </Switch>
        )}
        <Switch isSelected={run.redirects} onChange={(redirects) => change({ redirects })}>
          {t('imports.withRedirects')}
        </Switch>
      </div>
      <div className="kit-actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t(runLabel(found), { posts: found.posts, pages: found.pages })}
        </Button>
      </div>
    </Form>
  )
}

function runLabel({ posts, pages }: Import['found']): MessageId {
  if (pages === 0) return 'imports.runPosts'
  return posts === 0 ? 'imports.runPages' : 'imports.run'
}
