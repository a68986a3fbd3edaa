import { useMemo } from 'react'
import { pageFields, pageKindOf } from '#features/pages/page-fields'
import type { MessageId } from '#i18n/messages'
import { fieldName } from '#records/editor/fields/kind-text'
import { NestedField, type NestedForm } from '#records/editor/nested/nested-field'
import { Alert } from '#ui/controls/states/alert'
import { JsonField } from '#editing/json-field'
import { checkJson } from '#editing/json-text'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import type { TranslationMarks } from '#records/editor/languages/translation-marks'
import type { PageName } from '#features/pages/contract'
import { controlsOf } from './page-controls'

type PageEditorProps = {
  page: PageName
  text: string
  /** The last valid object of the text. */
  content: Record<string, unknown>
  onChange: (text: string) => void
  /** The stored text, and its marks. */
  stored: string
  marks: TranslationMarks
  languages: readonly Language[]
  /** Errors by the path in the JSON. */
  errors: Readonly<Record<string, string>>
}

/** A page's content as a form, which reads and writes its JSON text; disabled while that is invalid. */
export function PageEditor({ page, text, content, onChange, stored, marks, languages, errors }: PageEditorProps) {
  const { value, fault } = checkJson(text)
  const base = useMemo(() => checkJson(stored).value ?? {}, [stored])
  const onEdit: PageFormProps['onEdit'] = (change) => {
    if (value) onChange(change(text))
  }
  return (
    <div className="edit-page">
      <div className="edit-form content-editor" data-columns={languages.length}>
        {fault && <FormWaits />}
        <div className="content-form" inert={fault !== undefined} data-waiting={fault !== undefined || undefined}>
          <PageForm {...{ page, content, base, marks, languages, errors, onEdit }} />
        </div>
      </div>
    </div>
  )
}

/** The same content as the JSON text that is stored. */
export function PageJson({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useText()
  return (
    <div className="edit-page">
      <div className="edit-form content-json">
        <JsonField
          label={t('page.json')}
          description={t('page.jsonHint')}
          value={text}
          fault={checkJson(text).fault}
          onChange={onChange}
        />
      </div>
    </div>
  )
}

export function FormWaits() {
  const t = useText()
  return (
    <Alert variant="warning" title={t('page.formWaits')}>
      {t('page.formWaitsText')}
    </Alert>
  )
}

type PageFormProps = Omit<NestedForm, 'labelOf' | 'controls'> & { page: PageName }

/** The texts of a page as labelled fields, which read and write the JSON text. */
function PageForm({ page, ...form }: PageFormProps) {
  const t = useText()
  const labelOf = (names: string[]) => fieldName(t, pageKindOf(page), names)
  const controls = controlsOf(page)
  return pageFields[page].map(({ group, fields }) => (
    <section key={group} className="content-group" aria-label={t(`page.group.${group}` as MessageId)}>
      <h3 className="content-group-title">{t(`page.group.${group}` as MessageId)}</h3>
      {Object.entries(fields).map(([name, field]) => (
        <NestedField
          key={name}
          {...form}
          {...{ field, labelOf, controls }}
          place={{ at: [name], name: [name] }}
          names={[name]}
        />
      ))}
    </section>
  ))
}
