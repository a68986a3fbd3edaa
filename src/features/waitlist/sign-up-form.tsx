import { type FormEvent, type ReactNode, useState } from 'react'
import { useText } from '#i18n/i18n'
import { ApiError } from '#client/api-error'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useSubmission } from '#client/use-submission'
import { sitePaths } from '#i18n/addresses/paths'
import { isEmail } from '#text/email'
import { Field, Honeypot, FormConfirmation, FormMessage, useIssues } from '#ui/forms/field'
import { clearForm, focusField, readForm } from '#ui/forms/form-values'
import { Link } from '#ui/link'
import { useToast } from '#ui/toasts/toast'
import { useFormResult, useStoredValues } from '#ui/forms/form-result'
import { useHref } from '#i18n/addresses/use-href'
import type { SignUpBody } from './contract'

type Props = {
  className?: string
  button: { className: string; text: string }
  noteClass: string
  /** Whether it always asks for news; otherwise visitors tick a box among the `children`. */
  isForNews?: boolean
  /** Where it posts without JavaScript. */
  at?: string
  children?: ReactNode
}

/** The form of a sign-up. Without JavaScript it posts to the home page, or to `at`, which responds with the result. */
export function SignUpForm({ className, button, noteClass, isForNews = false, at, children }: Props) {
  const t = useText()
  const href = useHref()
  const toast = useToast()
  const [result, dismissResult] = useFormResult('waitlist')
  const [issues, setIssues] = useIssues(() => issuesByField(result?.issues ?? []))
  const [joined, setJoined] = useState('')
  const [typedRef, forgetTyped] = useStoredValues('waitlist')
  const { mutate, isPending, isIdle } = useSubmission<SignUpBody>('/api/waitlist', forgetTyped)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { email, website } = readForm<'email' | 'website'>(form)
    // Only the address is sent, unless the box is ticked or the honeypot filled.
    const body = { email, website: website || undefined, news: isForNews || form.news?.checked || undefined }
    const refuse = (faults: Record<string, string>) => {
      setIssues(faults)
      focusField(form, 'email')
    }
    dismissResult()
    if (!isEmail(email.trim())) return refuse({ email: t('validation.email') })
    setIssues({})
    mutate(body, {
      onSuccess: ({ message }) => {
        clearForm(form)
        setJoined(message)
      },
      onError: (error) => {
        const faults = issuesByField(fieldIssues(error))
        if (faults.email) refuse(faults)
        const description = error instanceof ApiError ? error.message : t('waitlist.failureText')
        toast({ title: t('waitlist.failureTitle'), description, variant: 'destructive' })
      },
    })
  }

  return (
    <form
      ref={typedRef}
      className={className}
      method="post"
      action={at ?? `${href(sitePaths.home)}#waitlist`}
      noValidate
      onSubmit={submit}
      onInput={() => setJoined('')}
    >
      <FormMessage result={result} />
      <Field
        label={t('waitlist.email')}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        placeholder={t('waitlist.placeholder')}
        defaultValue={result?.values.email}
        issue={issues.email}
      />
      {isForNews && <input type="hidden" name="news" value="on" />}
      {children}
      <Honeypot label={t('waitlist.honeypot')} />
      <button className={button.className} disabled={isPending}>
        {isPending ? t('waitlist.pending') : button.text}
      </button>
      <FormConfirmation isAnswered={!isIdle && !isPending}>
        {joined && (
          <>
            <strong>{t('waitlist.successTitle')}</strong> {joined}
          </>
        )}
      </FormConfirmation>
      <p className={noteClass}>
        <Link href={href(sitePaths.legal)}>{t('waitlist.privacy')}</Link>
      </p>
    </form>
  )
}
