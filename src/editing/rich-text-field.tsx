import { lazy, Suspense, useId, useState } from 'react'
import { Skeleton } from '#ui/controls/states/states'
import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { useDebounced } from './use-debounced'

const Surface = lazy(async () => ({ default: (await import('./rich-text/surface')).Surface }))

type RichTextFieldProps = {
  label: string
  /** HTML. Changes only by editing. */
  value: string
  onChange: (html: string) => void
  error?: string
  isRequired?: boolean
  /** The language of the text, for spell checking and screen readers. */
  language?: Language
}

/** Edits HTML as formatted text, or as source. */
export function RichTextField({ label, value, onChange, error, isRequired = false, language }: RichTextFieldProps) {
  const t = useText()
  const id = useId()
  const [isAdvanced, setAdvanced] = useState(false)
  const [isTyping, setTyping] = useState(false)
  // The formatted text is updated after a pause in typing HTML.
  const debounced = useDebounced(value, 250)
  return (
    <div className="kit-lines">
      <span className="kit-label" id={`${id}-label`} data-required={isRequired || undefined}>
        {label}
      </span>
      <Suspense
        fallback={
          <div className="edit-rich-loading">
            <Skeleton shape="block" />
          </div>
        }
      >
        <Surface
          labelId={`${id}-label`}
          errorId={error === undefined ? undefined : `${id}-error`}
          value={isTyping ? debounced : value}
          onChange={onChange}
          isRequired={isRequired}
          language={language}
        />
      </Suspense>
      {error !== undefined && (
        <p id={`${id}-error`} className="kit-error">
          {error}
        </p>
      )}
      <details className="edit-advanced edit-fold" onToggle={(event) => setAdvanced(event.currentTarget.open)}>
        <summary>{t('editing.advanced')}</summary>
        {isAdvanced && (
          <div lang={language} onFocus={() => setTyping(true)} onBlur={() => setTyping(false)}>
            <TextField
              label={t('editing.rich.sourceOf', { field: label })}
              value={value}
              onChange={onChange}
              rows={12}
              isCode
              spellCheck="false"
              description={t('editing.rich.sourceHint')}
            />
          </div>
        )}
      </details>
    </div>
  )
}
