import { type ReactNode, useId, useMemo } from 'react'
import { Alert } from '#ui/controls/states/alert'
import { JsonField } from '#editing/json-field'
import { checkJson } from '#editing/json-text'
import { useRemembered } from '#editing/use-remembered'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import type { TranslationMarks } from '#records/editor/languages/translation-marks'
import type { PageName } from '#features/pages/contract'
import { PageForm, type PageFormProps } from './page-form'

type PageEditorProps = {
  page: PageName
  text: string
  /** The object that the text holds, or held when it was last valid. */
  content: Record<string, unknown>
  onChange: (text: string) => void
  /** The text that is stored, and what of it is marked. */
  stored: string
  marks: TranslationMarks
  languages: readonly Language[]
  /** Notes below the fields of a group. */
  notes?: Partial<Record<string, ReactNode>>
}

/**
 * A page's content as a form, and as JSON text for those who know how, each following the other; the form waits while
 * the text is no valid JSON.
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

/** Open as it was left, and where something in it must be mended. */
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
