import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#auth/forms/form-dialog'
import { FormFault } from '#auth/forms/form-fault'
import { useWrite } from '#auth/forms/use-write'
import { ApiError } from '#client/api-error'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { largeLetter, type Newsletter, type NewsletterPreview, type ReaderCounts, type Untranslated } from '../contract'
import { newsletterPreviewQuery, newslettersQuery, readersQuery } from '../queries'
import { useText } from '#i18n/i18n'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { useLanguageNames } from '#i18n/use-language-names'
import { Button } from '#ui/controls/buttons/button'
import { SendIcon } from '#ui/controls/buttons/icons'
import { ConfirmDialog } from '#ui/controls/dialogs/confirm-dialog'
import { Alert } from '#ui/controls/states/alert'
import { Choice } from '#ui/controls/fields/choice'
import { DateTimeField } from '#ui/controls/fields/date-time-field'
import { isGoing } from './sending-state'

const hour = 3_600_000

type Asking = 'send' | 'cancel' | 'delete'

type LetterActionsProps = {
  letter: Newsletter
  /** There are unsaved changes, which would not be sent. */
  isDirty: boolean
  onDeleted: () => void
}

/** The actions available in the newsletter's current state. */
export function LetterActions({ letter, isDirty, onDeleted }: LetterActionsProps) {
  const t = useText()
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const path = `/api/newsletters/${letter.id}`
  const stale = [newslettersQuery().queryKey]
  const test = useWrite<{ to: string }>({
    failed: t('letters.testFailed'),
    done: ({ to }) => t('letters.tested', { to }),
  })
  const cancel = useWrite<Newsletter>({ failed: t('letters.cancelFailed'), stale, onDone: close })
  const remove = useWrite({
    failed: t('letters.deleteFailed'),
    done: t('letters.deleted'),
    stale,
    onDone: onDeleted,
  })
  const { state } = letter
  const isUnsent = state === 'draft' || state === 'scheduled' || state === 'cancelled'
  return (
    <div className="kit-actions">
      {isUnsent && (
        <Button variant="primary" isDisabled={isDirty} onPress={() => setAsking('send')}>
          <SendIcon />
          {t('letters.send')}
        </Button>
      )}
      <Button
        isPending={test.isPending}
        isDisabled={isDirty}
        onPress={() => test.mutate({ method: 'POST', path: `${path}/test`, body: {} })}
      >
        {t('letters.test')}
      </Button>
      {isGoing(letter) && <Button onPress={() => setAsking('cancel')}>{t('letters.cancel')}</Button>}
      {state === 'draft' && (
        <Button variant="quiet" onPress={() => setAsking('delete')}>
          {t('letters.delete')}
        </Button>
      )}
      {isDirty && <p className="kit-note">{t('letters.saveFirst')}</p>}
      {asking === 'send' && <SendLetter letter={letter} onClose={close} />}
      <ConfirmDialog
        title={t('letters.cancelTitle')}
        text={t('letters.cancelText')}
        confirmLabel={t('letters.cancelConfirm')}
        cancelLabel={t('letters.goOn')}
        isOpen={asking === 'cancel'}
        isPending={cancel.isPending}
        onConfirm={() => cancel.mutate({ method: 'POST', path: `${path}/cancel` })}
        onCancel={close}
      />
      <ConfirmDialog
        title={t('letters.deleteTitle')}
        text={t('letters.deleteText')}
        confirmLabel={t('letters.delete')}
        cancelLabel={t('letters.keep')}
        isOpen={asking === 'delete'}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ method: 'DELETE', path, version: letter.version })}
        onCancel={close}
      />
    </div>
  )
}

type SendLetterProps = { letter: Newsletter; onClose: () => void }

/** Sends a newsletter now or at a scheduled time, after showing the number of recipients. */
function SendLetter({ letter: { id, audience, segment, state, total, version }, onClose }: SendLetterProps) {
  const t = useText()
  const { data: readers } = useQuery(readersQuery(segment))
  const { data: preview, isPending: isPreviewing } = useQuery({ ...newsletterPreviewQuery(id), retry: false })
  const [choice, setChoice] = useState<Untranslated>()
  const [when, setWhen] = useState<'now' | 'later'>('now')
  const [at, setAt] = useState(() => new Date(Math.ceil((Date.now() + hour) / hour) * hour).toISOString())
  const { mutate, isPending, error } = useWrite<Newsletter>({
    failed: t('letters.sendFailed'),
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
    setPassed(isPast ? atFault(t('letters.atPast')) : undefined)
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
      title={t('letters.sendTitle')}
      confirmLabel={t(`letters.${when === 'now' ? 'send' : 'schedule'}${isResumed ? 'ToRest' : 'To'}`, {
        count: count ?? 0,
      })}
      cancelLabel={t('letters.notYet')}
      isDisabled={!count || isPreviewing || isUnanswered}
      onSubmit={send}
    >
      <p>
        {t(
          count === 0
            ? skipped > 0
              ? 'letters.nobodyLeft'
              : 'letters.nobody'
            : isResumed
              ? 'letters.resumeText'
              : 'letters.sendText',
          {
            count: count ?? 0,
          },
        )}
      </p>
      {segment.state === 'waitlist' && <Alert variant="warning">{t('letters.waitlistCare')}</Alert>}
      {preview && readers && untranslated.length > 0 && (
        <MissingTexts {...{ preview, readers, untranslated, choice }} onChoose={setChoice} />
      )}
      {size > largeLetter && <Alert variant="warning">{t('letters.large', { size: Math.ceil(size / 1024) })}</Alert>}
      <Choice
        label={t('letters.when')}
        value={when}
        onChange={setWhen}
        options={[
          { value: 'now', label: t('letters.now') },
          { value: 'later', label: t('letters.later') },
        ]}
      />
      {when === 'later' && (
        <DateTimeField
          label={t('letters.at')}
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
      <Alert variant="warning" title={t('letters.missingTitle')}>
        {untranslated.map((language) => (
          <p key={language}>
            {t(isWhole(language) ? 'letters.missingWhole' : 'letters.missing', {
              language: labelOf(language),
              count: readers[language],
              other: nameOf(otherOf(language)),
              parts: listOf((preview[language].missing ?? []).map((part) => t(`letters.missingPart.${part}`))),
            })}
          </p>
        ))}
      </Alert>
      <Choice
        label={t('letters.missingChoice')}
        value={choice}
        onChange={onChoose}
        options={[
          {
            value: 'send',
            label: t(untranslated.every(isWhole) ? 'letters.missingSendWhole' : 'letters.missingSend', {
              language: others,
            }),
          },
          { value: 'skip', label: t('letters.missingSkip') },
        ]}
      />
    </>
  )
}

const atFault = (message: string) => new ApiError(422, message, [{ path: 'at', message }], true)
