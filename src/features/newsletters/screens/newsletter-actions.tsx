import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#auth/forms/form-dialog'
import { FormFault } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { ApiError } from '#client/api-error'
import { issuesByField, fieldIssues } from '#client/field-issues'
import {
  largeNewsletter,
  type Newsletter,
  type NewsletterPreview,
  type ReaderCounts,
  type Untranslated,
} from '../contract'
import { newsletterPreviewQuery, newslettersQuery, readersQuery } from '../queries'
import { useText } from '#i18n/i18n'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { useLanguageNames } from '#i18n/use-language-names'
import { Button } from '#ui/controls/buttons/button'
import { SendIcon } from '#ui/controls/buttons/icons'
import { ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import { Alert } from '#ui/controls/states/states'
import { Choice } from '#ui/controls/fields/choice'
import { DateTimeField } from '#ui/controls/fields/date-time-field'
import { isGoing } from '#features/newsletters/queries'

const hour = 3_600_000

type Asking = 'send' | 'cancel' | 'delete'

type NewsletterActionsProps = {
  newsletter: Newsletter
  /** There are unsaved changes, which would not be sent. */
  isDirty: boolean
  onDeleted: () => void
}

/** The actions available in the newsletter's current state. */
export function NewsletterActions({ newsletter, isDirty, onDeleted }: NewsletterActionsProps) {
  const t = useText()
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const path = `/api/newsletters/${newsletter.id}`
  const stale = [newslettersQuery().queryKey]
  const test = useWrite<{ to: string }>({
    failed: t('newsletters.testFailed'),
    done: ({ to }) => t('newsletters.tested', { to }),
  })
  const cancel = useWrite<Newsletter>({ failed: t('newsletters.cancelFailed'), stale, onDone: close })
  const remove = useWrite({
    failed: t('newsletters.deleteFailed'),
    done: t('newsletters.deleted'),
    stale,
    onDone: onDeleted,
  })
  const { state } = newsletter
  const isUnsent = state === 'draft' || state === 'scheduled' || state === 'cancelled'
  return (
    <div className="kit-actions">
      {isUnsent && (
        <Button variant="primary" isDisabled={isDirty} onPress={() => setAsking('send')}>
          <SendIcon />
          {t('newsletters.send')}
        </Button>
      )}
      <Button
        isPending={test.isPending}
        isDisabled={isDirty}
        onPress={() => test.mutate({ method: 'POST', path: `${path}/test`, body: {} })}
      >
        {t('newsletters.test')}
      </Button>
      {isGoing(newsletter) && <Button onPress={() => setAsking('cancel')}>{t('newsletters.cancel')}</Button>}
      {state === 'draft' && (
        <Button variant="quiet" onPress={() => setAsking('delete')}>
          {t('newsletters.delete')}
        </Button>
      )}
      {isDirty && <p className="kit-note">{t('newsletters.saveFirst')}</p>}
      {asking === 'send' && <SendNewsletter newsletter={newsletter} onClose={close} />}
      <ConfirmDialog
        title={t('newsletters.cancelTitle')}
        text={t('newsletters.cancelText')}
        confirmLabel={t('newsletters.cancelConfirm')}
        cancelLabel={t('newsletters.keepSending')}
        isOpen={asking === 'cancel'}
        isPending={cancel.isPending}
        onConfirm={() => cancel.mutate({ method: 'POST', path: `${path}/cancel` })}
        onCancel={close}
      />
      <ConfirmDialog
        title={t('newsletters.deleteTitle')}
        text={t('newsletters.deleteText')}
        confirmLabel={t('newsletters.delete')}
        cancelLabel={t('newsletters.keep')}
        isOpen={asking === 'delete'}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ method: 'DELETE', path, version: newsletter.version })}
        onCancel={close}
      />
    </div>
  )
}

type SendNewsletterProps = { newsletter: Newsletter; onClose: () => void }

/** Sends a newsletter now or at a scheduled time, after showing the number of recipients. */
function SendNewsletter({
  newsletter: { id, audience, segment, state, total, version },
  onClose,
}: SendNewsletterProps) {
  const t = useText()
  const { data: readers } = useQuery(readersQuery(segment))
  const { data: preview, isPending: isPreviewing } = useQuery({ ...newsletterPreviewQuery(id), retry: false })
  const [choice, setChoice] = useState<Untranslated>()
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [at, setAt] = useState(() => new Date(Math.ceil((Date.now() + hour) / hour) * hour).toISOString())
  const { mutate, isPending, error } = useWrite<Newsletter>({
    failed: t('newsletters.sendFailed'),
    stale: [newslettersQuery().queryKey],
    onDone: onClose,
  })
  const [passed, setPassed] = useState<ApiError>()
  const fault = passed ?? error
  const addressed = audience === 'all' ? languages : [audience]
  /** The languages of readers in which something is missing. */
  const untranslated = addressed.filter(
    (language) => (readers?.[language] ?? 0) > 0 && (preview?.[language].missing?.length ?? 0) > 0,
  )
  const skipped = choice === 'skip' ? untranslated.reduce((sum, language) => sum + (readers?.[language] ?? 0), 0) : 0
  const count = readers && readers[audience] - skipped
  const isUnanswered = untranslated.length > 0 && choice === undefined
  const sizes = addressed.map((language) => preview?.[language].size ?? 0)
  const size = Math.max(...sizes)
  const isResumed = state === 'cancelled' && total > 0
  const send = () => {
    // The API would send it at once.
    const isPast = when === 'later' && Date.parse(at) <= Date.now()
    setPassed(isPast ? atFault(t('newsletters.atPast')) : undefined)
    if (!isPast)
      mutate({
        method: 'POST',
        path: `/api/newsletters/${id}/send`,
        version,
        body: { ...(when === 'later' && { at }), ...(untranslated.length > 0 && { untranslated: choice }) },
      })
  }
  return (
    <FormDialog
      {...{ isPending, onClose }}
      error={fault}
      title={t('newsletters.sendTitle')}
      confirmLabel={t(`newsletters.${when === 'now' ? 'send' : 'schedule'}${isResumed ? 'ToRest' : 'To'}`, {
        count: count ?? 0,
      })}
      cancelLabel={t('newsletters.notYet')}
      isDisabled={!count || isPreviewing || isUnanswered}
      onSubmit={send}
    >
      <p>
        {t(
          count === 0
            ? skipped > 0
              ? 'newsletters.nobodyLeft'
              : 'newsletters.nobody'
            : isResumed
              ? 'newsletters.resumeText'
              : 'newsletters.sendText',
          {
            count: count ?? 0,
          },
        )}
      </p>
      {segment.state === 'waitlist' && <Alert variant="warning">{t('newsletters.waitlistCare')}</Alert>}
      {preview && readers && untranslated.length > 0 && (
        <MissingTexts {...{ preview, readers, untranslated, choice }} onChoose={setChoice} />
      )}
      {size > largeNewsletter && (
        <Alert variant="warning">{t('newsletters.large', { size: Math.ceil(size / 1024) })}</Alert>
      )}
      <Choice
        label={t('newsletters.when')}
        value={when}
        onChange={setWhen}
        options={[
          { value: 'now', label: t('newsletters.now') },
          { value: 'later', label: t('newsletters.later') },
        ]}
      />
      {when === 'later' && (
        <DateTimeField
          label={t('newsletters.at')}
          value={at}
          onChange={setAt}
          error={issuesByField(fieldIssues(fault)).at}
        />
      )}
      <FormFault error={fault} />
    </FormDialog>
  )
}

type MissingTextsProps = {
  preview: NewsletterPreview
  readers: ReaderCounts
  untranslated: readonly Language[]
  choice: Untranslated | undefined
  onChoose: (choice: Untranslated) => void
}

/** Says which texts are missing in a language, and asks what its readers are to get. */
function MissingTexts({ preview, readers, untranslated, choice, onChoose }: MissingTextsProps) {
  const t = useText()
  const page = usePageLanguage()
  const { labelOf, nameOf } = useLanguageNames()
  const listOf = (words: readonly string[]) => new Intl.ListFormat(page).format(words)
  /** The language of what these readers get instead. */
  const otherOf = (language: Language) =>
    preview[language].language === language
      ? (languages.find((one) => one !== language && preview[one].language === one) ?? defaultLanguage)
      : preview[language].language
  const isWhole = (language: Language) => preview[language].language !== language
  const others = listOf([...new Set(untranslated.map(otherOf))].map(nameOf))
  return (
    <>
      <Alert variant="warning" title={t('newsletters.missingTitle')}>
        {untranslated.map((language) => (
          <p key={language}>
            {t(isWhole(language) ? 'newsletters.missingWhole' : 'newsletters.missing', {
              language: labelOf(language),
              count: readers[language],
              other: nameOf(otherOf(language)),
              parts: listOf((preview[language].missing ?? []).map((part) => t(`newsletters.missingPart.${part}`))),
            })}
          </p>
        ))}
      </Alert>
      <Choice
        label={t('newsletters.missingChoice')}
        value={choice}
        onChange={onChoose}
        options={[
          {
            value: 'send',
            label: t(untranslated.every(isWhole) ? 'newsletters.missingSendWhole' : 'newsletters.missingSend', {
              language: others,
            }),
          },
          { value: 'skip', label: t('newsletters.missingSkip') },
        ]}
      />
    </>
  )
}

const atFault = (message: string) => new ApiError(422, message, [{ path: 'at', message }], true)
