import { type FormEvent, useState } from 'react'
import { useText } from '#i18n/i18n'
import { ApiError } from '#client/api-error'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useSubmission } from '#client/use-submission'
import { sitePaths } from '#i18n/addresses/paths'
import { Field, Honeypot, FormConfirmation, FormMessage, useIssues } from '#ui/forms/field'
import { clearForm, focusField, readForm } from '#ui/forms/form-values'
import { useToast } from '#ui/toasts/toast'
import { useFormResult, useStoredValues } from '#ui/forms/form-result'
import { useHref } from '#i18n/addresses/use-href'
import type { MessageInput } from './contract'

const longestSubject = 200
const fields = ['name', 'email', 'subject', 'message'] as const

/**
 * Without JavaScript it posts to the contact page, which responds with itself, scrolled to the form, and the result; on
 * another page to that page, `at`. `subject`: a subject proposed by a link.
 */
export function ContactForm({ subject = '', at }: { subject?: string; at?: string }) {
  const t = useText()
  const href = useHref()
  const toast = useToast()
  const [result, dismissResult] = useFormResult('contact')
  const [issues, setIssues] = useIssues(() => issuesByField(result?.issues ?? []))
  const [sent, setSent] = useState(false)
  const [typedRef, forgetTyped] = useStoredValues('contact')
  const { mutate, isPending, isIdle } = useSubmission<MessageInput>('/api/contact', forgetTyped)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    dismissResult()
    setIssues({})
    mutate(
      { ...readForm<(typeof fields)[number]>(form), formTime: timeOpen() },
      {
        onSuccess: () => {
          clearForm(form)
          setSent(true)
        },
        onError: (error) => {
          const faults = issuesByField(fieldIssues(error))
          const first = fields.find((field) => faults[field])
          setIssues(faults)
          if (first) focusField(form, first)
          toast({ ...whatFailed(error), variant: 'destructive' })
        },
      },
    )
  }

  function whatFailed(error: Error) {
    return error instanceof ApiError && error.hasServerText
      ? { title: t('contact.errorTitle'), description: error.text }
      : { title: t('contact.failureTitle'), description: t('contact.failureText') }
  }

  return (
    <form
      ref={typedRef}
      className="message-form"
      method="post"
      action={at ?? `${href(sitePaths.contact)}#message`}
      onSubmit={submit}
      onInput={() => setSent(false)}
    >
      <FormMessage result={result} />
      <Fields kept={{ subject: asSubject(subject), ...result?.values }} issues={issues} />
      <Honeypot label={t('contact.honeypot')} />
      <button className="button button-signal" disabled={isPending}>
        {isPending ? t('contact.pending') : t('contact.submit')}
      </button>
      <FormConfirmation isAnswered={!isIdle && !isPending}>
        {sent && (
          <>
            <strong>{t('contact.successTitle')}</strong> {t('contact.successText')}
          </>
        )}
      </FormConfirmation>
    </form>
  )
}

type Texts = Partial<Record<string, string>>

function Fields({ kept, issues }: { kept: Texts; issues: Texts }) {
  const t = useText()
  return (
    <>
      <Field
        label={t('contact.name')}
        name="name"
        required
        maxLength={100}
        autoComplete="name"
        placeholder={t('contact.namePlaceholder')}
        defaultValue={kept.name}
        issue={issues.name}
      />
      <Field
        label={t('contact.email')}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        placeholder={t('contact.emailPlaceholder')}
        defaultValue={kept.email}
        issue={issues.email}
      />
      <Field
        label={t('contact.subject')}
        name="subject"
        required
        maxLength={longestSubject}
        placeholder={t('contact.subjectPlaceholder')}
        defaultValue={kept.subject}
        issue={issues.subject}
      />
      <Field
        label={t('contact.message')}
        name="message"
        rows={6}
        required
        maxLength={5000}
        placeholder={t('contact.messagePlaceholder')}
        defaultValue={kept.message}
        issue={issues.message}
      />
    </>
  )
}

/** Capped, so that all retries have the same body and are one message. */
const timeOpen = () => Math.min(9999, performance.now())

/** One line that fits the field, in whole characters. */
const asSubject = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longestSubject)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
