import { sentenceOf } from '#auth/sessions/session'
import { textIn } from '#contract/site'
import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Segments } from '#editing/segments'
import type { Newsletter, MailDomain, NewsletterPreview } from '../contract'
import { newsletterQuery, newsletterPage, newsletterPreviewQuery, mailDomainQuery } from '../queries'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { useLanguageNames } from '#i18n/use-language-names'
import { CheckCircleIcon, InfoIcon, WarningIcon } from '#ui/controls/buttons/icons'
import { Alert } from '#ui/controls/states/alert'
import { Progress } from '#ui/controls/states/progress'
import { Skeleton } from '#ui/controls/states/skeleton'
import { BackToLetters } from './back-to-letters'
import { EditLetter } from './edit-letter'
import { LetterActions } from './letter-actions'
import { isChangeable, isGoing, refreshing } from './sending-state'

/** One newsletter: its form while it can be changed, its progress, and a preview. */
export function OneLetter({ id, onDeleted }: { id: number; onDeleted: () => void }) {
  const language = usePageLanguage()
  const t = useText()
  const { data: letter } = useSuspenseQuery({
    ...newsletterQuery(id),
    refetchInterval: ({ state: { data } }) => (data && isGoing(data) ? refreshing : false),
  })
  const [isDirty, setIsDirty] = useState(false)
  return (
    <>
      <BackToLetters />
      <section className="admin-panel" aria-labelledby="letter">
        <header>
          <h2 id="letter">{textIn(letter.subject, language)}</h2>
          <p className="kit-note">
            <output>
              {t(`letters.is.${letter.state}`)}
              {letter.sendAt !== null && ` · ${dateTime(letter.sendAt, language)}`}
            </output>
          </p>
        </header>
        {letter.state !== 'draft' && letter.total > 0 && <Outcome letter={letter} />}
        <LetterActions letter={letter} isDirty={isDirty && isChangeable(letter)} onDeleted={onDeleted} />
      </section>
      <LetterPreview key={letter.version} id={id} isPost={letter.post !== null} />
      {isChangeable(letter) && (
        <>
          <section className="admin-panel" aria-labelledby="letter-text">
            <h2 id="letter-text">{t('letters.text')}</h2>
            <EditLetter letter={letter} onDirty={setIsDirty} />
          </section>
          <MailDomainPanel />
        </>
      )}
    </>
  )
}

function Outcome({ letter }: { letter: Newsletter }) {
  const t = useText()
  const number = new Intl.NumberFormat(usePageLanguage())
  const { sent, failed, bounced, total, state } = letter
  const done = sent + failed + bounced
  return (
    <>
      {state === 'sending' && <Progress label={t('letters.going', { done, total })} value={done} max={total} />}
      <dl className="admin-tally">
        {(['total', 'sent', 'failed', 'bounced', 'unsubscribed'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`letters.part.${part}`)}</dt>
            <dd>{number.format(letter[part])}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** A newsletter's HTML and plain-text parts in each language. */
function LetterPreview({ id, isPost }: { id: number; isPost: boolean }) {
  const t = useText()
  const { labelOf } = useLanguageNames()
  const [language, setLanguage] = useState(usePageLanguage())
  const [part, setPart] = useState<'html' | 'text'>('html')
  const { data: preview, error } = useQuery({ ...newsletterPreviewQuery(id), retry: false })
  return (
    <section className="admin-panel letter-preview" aria-labelledby="letter-preview">
      <header>
        <h2 id="letter-preview">{t('letters.preview')}</h2>
        <Segments
          label={t('letters.previewLanguage')}
          options={languages.map((one) => ({ id: one, label: labelOf(one) }))}
          selected={language}
          onSelect={setLanguage}
        />
        <Segments
          label={t('letters.previewPart')}
          options={[
            { id: 'html', label: t('letters.html') },
            { id: 'text', label: t('letters.plain') },
          ]}
          selected={part}
          onSelect={setPart}
        />
      </header>
      {error ? (
        <Alert variant="warning">{sentenceOf(error, t('errors.network'))}</Alert>
      ) : !preview ? (
        <Skeleton shape="block" />
      ) : (
        <>
          <p>
            <strong>{preview[language].subject}</strong>
            <Missing preview={preview} language={language} isPost={isPost} />
          </p>
          {part === 'html' ? (
            <iframe
              className="letter-frame"
              title={t('letters.preview')}
              src={newsletterPage(id, language)}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            />
          ) : (
            <pre className="letter-text">{preview[language].text}</pre>
          )}
        </>
      )}
    </section>
  )
}

type MissingProps = { preview: NewsletterPreview; language: Language; isPost: boolean }

/** What of a letter is not written in the language of its readers. */
function Missing({ preview, language, isPost }: MissingProps) {
  const t = useText()
  const page = usePageLanguage()
  const { nameOf } = useLanguageNames()
  const { language: written, missing = [] } = preview[language]
  const parts = () => new Intl.ListFormat(page).format(missing.map((part) => t(`letters.missingPart.${part}`)))
  if (written === language && missing.length === 0) return null
  return (
    <span className="kit-note">
      {' '}
      {written === language
        ? t('letters.partlyWritten', { language: nameOf(language), parts: parts() })
        : isPost
          ? t('letters.notTranslated')
          : t('letters.notWritten', { language: nameOf(language), other: nameOf(written) })}
    </span>
  )
}

/** Whether the SPF and DMARC records of the site's domain allow it to send mail. */
function MailDomainPanel() {
  const t = useText()
  const { data } = useQuery(mailDomainQuery())
  if (!data?.domain) return null
  return (
    <section className="admin-panel letter-domain" aria-labelledby="letter-domain">
      <h2 id="letter-domain">{t('letters.domain', { domain: data.domain })}</h2>
      <p className="kit-note">{t('letters.domainText')}</p>
      <dl>
        <DomainRecord name="SPF" check={data.spf} />
        <DomainRecord name="DMARC" check={data.dmarc} />
      </dl>
    </section>
  )
}

function DomainRecord({ name, check: { ok, record, advice } }: { name: string; check: MailDomain['spf'] }) {
  const t = useText()
  const Icon = ok === null ? InfoIcon : ok ? CheckCircleIcon : WarningIcon
  return (
    <div data-ok={ok ?? undefined}>
      <dt>
        <Icon />
        {name}
        <span className="kit-hidden">
          : {t(ok === null ? 'letters.domainUnknown' : ok ? 'letters.domainOk' : 'letters.domainBad')}
        </span>
      </dt>
      <dd>
        {advice}
        {record !== null && <code>{record}</code>}
      </dd>
    </div>
  )
}
