import { useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#client/api-error'
import { fieldIssues, issuesByField } from '#client/field-issues'
import { useSubmission } from '#client/use-submission'
import { siteAtom } from '#contract/site'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import { isEmail } from '#text/email'
import { Field, Honeypot, FormConfirmation, useIssues } from '#ui/forms/field'
import { clearForm, focusField, readForm } from '#ui/forms/form-values'
import { Link } from '#ui/link'
import { useToast } from '#ui/toasts/toast'
import type { SignUpBody } from './contract'

/**
 * The sign-up as one line, which always asks for news. Without JavaScript it posts to the home page, whose form answers.
 */
export function NewsForm() {
  const t = useText()
  const href = useHref()
  const toast = useToast()
  const { signUp } = useAtomValue(siteAtom)
  const [issues, setIssues] = useIssues(() => ({}))
  const [joined, setJoined] = useState('')
  const { mutate, isPending, isIdle } = useSubmission<SignUpBody>('/api/waitlist', () => {})

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { email, website } = readForm<'email' | 'website'>(form)
    const refuse = (faults: Record<string, string>) => {
      setIssues(faults)
      focusField(form, 'email')
    }
    if (!isEmail(email.trim())) return refuse({ email: t('validation.email') })
    setIssues({})
    mutate(
      { email, website: website || undefined, news: true },
      {
        onSuccess: ({ message }) => {
          clearForm(form)
          setJoined(message)
        },
        onError: (error) => {
          const faults = issuesByField(fieldIssues(error))
          if (faults.email) return refuse(faults)
          const description = error instanceof ApiError ? error.message : t('waitlist.failureText')
          toast({ title: t('waitlist.failureTitle'), description, variant: 'destructive' })
        },
      },
    )
  }

  return (
    <section className="news-line" aria-labelledby="news-title">
      <div>
        <p className="news-title" id="news-title">
          {t('blog.newsTitle')}
        </p>
        <p>{signUp === 'news' ? t('blog.newsText') : t('blog.newsAndList')}</p>
      </div>
      <form
        method="post"
        action={`${href(sitePaths.home)}#waitlist`}
        noValidate
        onSubmit={submit}
        onInput={() => setJoined('')}
      >
        <Field
          label={t('waitlist.email')}
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder={t('waitlist.placeholder')}
          issue={issues.email}
        />
        <input type="hidden" name="news" value="on" />
        <Honeypot label={t('waitlist.honeypot')} />
        <button className="button" disabled={isPending}>
          {isPending ? t('waitlist.pending') : t('blog.newsSubmit')}
        </button>
        <FormConfirmation isAnswered={!isIdle && !isPending}>
          {joined && (
            <>
              <strong>{t('waitlist.successTitle')}</strong> {joined}
            </>
          )}
        </FormConfirmation>
        <p className="news-privacy">
          <Link href={href(sitePaths.legal)}>{t('waitlist.privacy')}</Link>
        </p>
      </form>
    </section>
  )
}
