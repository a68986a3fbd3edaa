import { lazy, Suspense, useId, useState } from 'react'
import { Skeleton } from '#base/controls/skeleton'
import { TextField } from '#base/controls/text-field'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { Segments } from './segments'

const Surface = lazy(async () => ({ default: (await import('./rich-text/surface')).Surface }))

export type RichTextFieldProps = {
  label: string
  /** HTML. It changes only when somebody edits it. */
  value: string
  onChange: (html: string) => void
  error?: string
  description?: string
  isRequired?: boolean
  /** The language that is written in, for spelling and screen readers. */
  language?: Language
}

/** HTML as formatted text, or as its source. */
export function RichTextField({
  label,
  value,
  onChange,
  error,
  description,
  isRequired = false,
  language,
}: RichTextFieldProps) {
  const t = useText()
  const id = useId()
  const [view, setView] = useState<'formatted' | 'source'>('formatted')
  const notes = [description === undefined ? '' : `${id}-description`, error === undefined ? '' : `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="edit-rich">
      <div className="edit-rich-head">
        <span className="kit-label" id={`${id}-label`} data-required={isRequired || undefined}>
          {label}
        </span>
        <Segments
          label={t('editing.rich.view', { field: label })}
          selected={view}
          onSelect={setView}
          options={[
            { id: 'formatted', label: t('editing.rich.formatted') },
            { id: 'source', label: t('editing.rich.source') },
          ]}
        />
      </div>
      {view === 'source' ? (
        <div lang={language}>
          <TextField
            label={t('editing.rich.sourceOf', { field: label })}
            value={value}
            onChange={onChange}
            rows={16}
            isCode
            isLabelHidden
            spellCheck="false"
            error={error}
            isRequired={isRequired}
            description={description}
          />
        </div>
      ) : (
        <>
          <Suspense
            fallback={
              <div className="edit-rich-loading">
                <Skeleton shape="block" />
              </div>
            }
          >
            <Surface
              labelId={`${id}-label`}
              notesId={notes}
              value={value}
              onChange={onChange}
              isInvalid={error !== undefined}
              isRequired={isRequired}
              language={language}
            />
          </Suspense>
          {description !== undefined && (
            <p id={`${id}-description`} className="kit-description">
              {description}
            </p>
          )}
          {error !== undefined && (
            <p id={`${id}-error`} className="kit-error">
              {error}
            </p>
          )}
        </>
      )}
    </div>
  )
}
