import { type ReactNode, useState } from 'react'
import { Alert } from '#base/controls/alert'
import { JsonField } from '#base/editing/json-field'
import { checkJson, readAt } from '#base/editing/json-text'
import { EditedLanguage } from '#records/editor/edited-language'
import { Segments } from '#base/editing/segments'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { isRecord } from '#base/text/parse-json'
import type { PageName } from './contract'
import { countUntranslated } from './page-fields'
import { type JsonEdit, PageForm } from './page-form'

type PageEditorProps = {
  page: PageName
  text: string
  /** The object that the text holds, or held when it was last valid. */
  content: Record<string, unknown>
  onChange: (text: string) => void
  language: Language
  onLanguage: (language: Language) => void
  /** What is said below the fields of a group. */
  notes?: Partial<Record<string, ReactNode>>
}

/**
 * A page's content as a form and as JSON text, each following the other; the form waits while the text is no valid
 * JSON.
 */
export function PageEditor({ page, text, content, onChange, language, onLanguage, notes }: PageEditorProps) {
  const t = useText()
  const [view, setView] = useState<'form' | 'json'>('form')
  const { value, fault } = checkJson(text)
  const spanish = readAt(content, ['translations', 'es'])
  const onEdit: JsonEdit = (change) => {
    if (value) onChange(change(text))
  }
  return (
    <div className="content-editor" data-view={view}>
      <div className="edit-row content-switches">
        <EditedLanguage
          selected={language}
          onSelect={onLanguage}
          missing={countUntranslated(page, content, isRecord(spanish) ? spanish : {})}
        />
        <div className="content-view">
          <Segments
            label={t('page.view')}
            selected={view}
            onSelect={setView}
            options={[
              { id: 'form', label: t('page.viewForm') },
              { id: 'json', label: t('page.viewJson') },
            ]}
          />
        </div>
      </div>
      <div className="content-panes">
        <div className="content-form">
          {fault && (
            <Alert variant="warning" title={t('page.formWaits')}>
              {t('page.formWaitsText')}
            </Alert>
          )}
          <div className="edit-fields" inert={fault !== undefined} data-waiting={fault !== undefined || undefined}>
            <PageForm page={page} content={content} language={language} notes={notes} onEdit={onEdit} />
          </div>
        </div>
        <div className="content-json">
          <JsonField
            label={t('page.json')}
            description={t('page.jsonHint')}
            value={text}
            fault={fault}
            onChange={onChange}
          />
        </div>
      </div>
    </div>
  )
}
