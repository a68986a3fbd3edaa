import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { siteAtom } from '#contract/site'
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

/**
 * Without JavaScript it posts to the home page, which responds with itself, scrolled to the form, and the result; on
 * another page to that page, `at`. Where there is only a newsletter, there is no box to tick.
 */
export function WaitlistForm({ at }: { at?: string }) {
  const t = useText()
  const href = useHref()
  const toast = useToast()
  const { signUp } = useAtomValue(siteAtom)
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
    const body = { email, website: website || undefined, news: form.news?.checked || undefined }
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
      className="waitlist-form"
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
      {!signUp && (
        <label className="form-note">
          <input type="checkbox" name="news" defaultChecked={result?.values.news === 'on'} />
          {t('waitlist.news')}
        </label>
      )}
      <Honeypot label={t('waitlist.honeypot')} />
      <button className="button button-signal" disabled={isPending}>
        {isPending ? t('waitlist.pending') : t('waitlist.submit')}
      </button>
      <FormConfirmation isAnswered={!isIdle && !isPending}>
        {joined && (
          <>
            <strong>{t('waitlist.successTitle')}</strong> {joined}
          </>
        )}
      </FormConfirmation>
      <p className="form-note">
        <Link href={href(sitePaths.legal)}>{t('waitlist.privacy')}</Link>
      </p>
    </form>
  )
}
