import { type ComponentProps, useId, useState, type ReactNode, useEffect, useRef } from 'react'
import type { FormResult } from '#contract/form-result'
import { usePageLanguage } from '#i18n/language-atom'

type Common = { label: string; name: string; issue?: string }
type FieldProps = Common &
  (({ rows: number } & ComponentProps<'textarea'>) | ({ rows?: undefined } & ComponentProps<'input'>))

/** A labelled input, or with `rows` a text area, with its validation message. */
export function Field({ label, issue, ...control }: FieldProps) {
  const id = useId()
  const shared = { id, 'aria-invalid': issue ? true : undefined, 'aria-describedby': issue ? `${id}-issue` : undefined }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {control.rows === undefined ? <input {...control} {...shared} /> : <TextArea {...control} {...shared} />}
      {issue && (
        <p className="field-issue" id={`${id}-issue`}>
          {issue}
        </p>
      )}
    </div>
  )
}

/** Keeps text typed before hydration, which React would replace with the server's value. */
function TextArea({ defaultValue, ...props }: ComponentProps<'textarea'>) {
  const [text] = useState(() => (defaultValue && typedInto(props.id)) ?? defaultValue)
  return <textarea {...props} defaultValue={text} />
}

function typedInto(id = ''): string | undefined {
  if (typeof document === 'undefined') return undefined
  const element = document.getElementById(id)
  return element instanceof HTMLTextAreaElement ? element.value : undefined
}

/** A field that only bots fill in: invisible, not in the tab order, not in the accessibility tree. */
export function Honeypot({ label }: { label: string }) {
  return (
    <div className="honeypot" aria-hidden="true">
      <label>
        {label}
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

/** The result of a form that was posted without JavaScript. */
export function FormMessage({ result }: { result: FormResult | null }) {
  if (!result) return null
  return (
    <p className={`form-message form-message-${result.status}`} role={result.status === 'success' ? 'status' : 'alert'}>
      {result.message}
    </p>
  )
}

/**
 * The confirmation of a sent form, shown until something new is typed; always mounted, because it is a live region. On
 * each answer it is scrolled into view, so that no toast has to repeat it.
 */
export function FormConfirmation({ isAnswered, children }: { isAnswered: boolean; children: ReactNode }) {
  const place = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (isAnswered) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isAnswered])
  return (
    <output className="form-confirmation" ref={place}>
      {children && <span className="form-message form-message-success">{children}</span>}
    </output>
  )
}

type Issues = Partial<Record<string, string>>

/** The errors of a form's fields. They are texts in one language, so a change of language clears them. */
export function useIssues(initial: () => Issues): [Issues, (issues: Issues) => void] {
  const language = usePageLanguage()
  const [shown, setShown] = useState(() => ({ language, issues: initial() }))
  return [shown.language === language ? shown.issues : {}, (issues) => setShown({ language, issues })]
}
