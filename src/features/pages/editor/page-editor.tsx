import { type ReactNode, useId, useMemo } from 'react'
import { pageFields, pageKindOf } from '#features/pages/page-fields'
import type { MessageId } from '#i18n/messages'
import { fieldName } from '#records/editor/fields/kind-text'
import { NestedField, type NestedForm } from '#records/editor/nested/nested-field'
import { Alert } from '#ui/controls/states/alert'
import { JsonField } from '#editing/json-field'
import { checkJson } from '#editing/json-text'
import { useRemembered } from '#editing/use-remembered'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import type { TranslationMarks } from '#records/editor/languages/translation-marks'
import type { PageName } from '#features/pages/contract'

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
  /** Notes below the fields of a group. */
  notes?: Partial<Record<string, ReactNode>>
}

/**
 * A page's content as a form, and as JSON text, each following the other; the form is disabled while the JSON is
 * invalid.
 */
export function PageEditor({ page, text, content, onChange, stored, marks, languages, notes }: PageEditorProps) {
  const t = useText()
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
          <PageForm {...{ page, content, base, marks, languages, notes, onEdit }} />
        </div>
        <Advanced isNeeded={fault !== undefined}>
          <JsonField
            label={t('page.json')}
            description={t('page.jsonHint')}
            value={text}
            fault={fault}
            onChange={onChange}
          />
        </Advanced>
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

/** Remembers whether it is open; opens for an error in it. */
function Advanced({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const t = useText()
  const id = useId()
  const [remembered, remember] = useRemembered('industria-page-json', ['open', 'folded'], 'folded')
  const isOpen = isNeeded || remembered === 'open'
  return (
    <section className="content-advanced">
      <button
        type="button"
        className="content-advanced-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => remember(isOpen ? 'folded' : 'open')}
      >
        {t('page.advanced')}
      </button>
      <div id={id} className="content-json" hidden={!isOpen}>
        {children}
      </div>
    </section>
  )
}

type PageFormProps = Omit<NestedForm, 'labelOf'> & {
  page: PageName
  /** Notes below the fields of a group. */
  notes?: Partial<Record<string, ReactNode>>
}

/** The texts of a page as labelled fields, which read and write the JSON text. */
function PageForm({ page, notes = {}, ...form }: PageFormProps) {
  const t = useText()
  const labelOf = (names: string[]) => fieldName(t, pageKindOf(page), names)
  return pageFields[page].map(({ group, fields }) => (
    <section key={group} className="content-group" aria-label={t(`page.group.${group}` as MessageId)}>
      <h3 className="content-group-title">{t(`page.group.${group}` as MessageId)}</h3>
      {Object.entries(fields).map(([name, field]) => (
        <NestedField key={name} {...form} {...{ field, labelOf }} place={{ at: [name], name: [name] }} names={[name]} />
      ))}
      {notes[group]}
    </section>
  ))
}
