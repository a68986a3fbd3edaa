import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useFocusInvalid } from '#editing/focus'
import { useText } from '#i18n/i18n'
import { issueText } from '#i18n/issue-text'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { Alert } from '#ui/controls/states/states'
import { fieldIssues } from '#client/field-issues'
import { sentenceOf } from '#auth/sessions/session'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & {
  /** The error of the last submit; its field is focused. */
  error?: unknown
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** A form that a script sends, and the server validates. */
export function Form({ error, onSubmit, ...props }: FormProps) {
  const form = useFocusInvalid(error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Enter in its only field submits a form also while its button is pending.
    if (!Array.from(event.currentTarget.elements).some((control) => control.matches('[data-pending]'))) onSubmit(event)
  }
  return <form noValidate {...props} ref={form} onSubmit={submit} />
}

type SaveFormProps = {
  /** The error of the last submit. */
  error: unknown
  isPending: boolean
  isDisabled?: boolean
  /** The text of its button. */
  label: string
  variant?: 'primary' | 'secondary'
  className?: string
  onSave: () => void
  children: ReactNode
}

/** A form that a button, or Ctrl+S, saves. */
export function SaveForm({ error, label, className = 'kit-form', onSave, children, ...button }: SaveFormProps) {
  return (
    <Form data-saves className={className} error={error} onSubmit={onSave}>
      {children}
      <FormFault error={error} />
      <div className="kit-actions">
        <Button type="submit" variant="primary" {...button}>
          {label}
        </Button>
      </div>
    </Form>
  )
}

/** The error of a form, above its button, unless a field is marked with it. */
export function FormFault({ error }: { error: unknown }) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const [isMarked, setIsMarked] = useState(false)
  useLayoutEffect(() => {
    const form = error ? place.current?.closest('form') : null
    setIsMarked(Boolean(form?.querySelector('.kit-error, [aria-invalid=true]')))
  }, [error])
  if (!error) return null
  const told = fieldIssues(error).map(({ message }) => message)
  return (
    <div ref={place} hidden={isMarked}>
      {!isMarked && <Alert variant="danger">{told.join(' ') || sentenceOf(error, t('errors.network'))}</Alert>}
    </div>
  )
}

export type FieldErrors = Partial<Record<string, string>>
type SchemaIssue = { path: readonly PropertyKey[]; message: string }

/**
 * The first error of every field in the language of the page. Contracts report errors as message ids; `labels` are the
 * names of fields in them.
 */
export function useFieldErrors(): (issues: readonly SchemaIssue[], labels?: Record<string, string>) => FieldErrors {
  const t = useText()
  return useCallback(
    (issues, labels = {}) => {
      const errors: FieldErrors = {}
      for (const issue of issues) {
        const field = issue.path.join('.')
        errors[field] ??= issueText(t, issue.message, { field: labels[field] ?? field })
      }
      return errors
    },
    [t],
  )
}

type FieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'description'>

/** A code of an authenticator app, or a recovery code. */
export function CodeField({ kind, ...props }: FieldProps & { kind: 'totp' | 'recovery' }) {
  const t = useText()
  return (
    <TextField
      {...props}
      label={t(`login.${kind}`)}
      description={t(`login.${kind}Hint`)}
      autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
      inputMode={kind === 'totp' ? 'numeric' : 'text'}
      isRequired
      isCode
    />
  )
}

export function NewPasswordField(props: FieldProps) {
  const t = useText()
  return (
    <TextField
      {...props}
      label={t('account.newPassword')}
      description={t('account.newPasswordHint')}
      type="password"
      autoComplete="new-password"
      isRequired
    />
  )
}
