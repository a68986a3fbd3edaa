import { useSuspenseQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useEffect, useEffectEvent } from 'react'
import { sentenceOf } from '#auth/sessions/session'
import { textIn } from '#contract/site'
import { useRememberOpened } from '#editing/last-opened'
import { Segments } from '#editing/segments'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { type Language, languages, defaultLanguage } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { useLanguageNames } from '#i18n/use-language-names'
import { CheckCircleIcon, InfoIcon, WarningIcon, ChevronLeftIcon } from '#ui/controls/buttons/icons'
import { Alert, Progress, Skeleton } from '#ui/controls/states/states'
import { send } from '#client/api-error'
import { LeaveGuard } from '#editing/leave-guard'
import { useSaveShortcut } from '#editing/save-shortcut'
import type { MessageId } from '#i18n/messages'
import { ConflictView } from '#records/editor/merge/conflict-view'
import { Gone } from '#records/editor/gone'
import { RestoredNotice, useSavedForm } from '#records/editor/saved-form'
import { type Newsletter, type MailDomain, type NewsletterPreview, audiences } from '../contract'
import { newsletterQuery, newsletterPage, newsletterPreviewQuery, mailDomainQuery, newslettersQuery } from '../queries'
import { Link } from '#ui/link'
import { NewsletterActions } from './newsletter-actions'
import { isChangeable, isGoing, refreshing } from '#features/newsletters/queries'
import { NewsletterForm, useAudienceText, usePostTitles } from './newsletter-form'
import { inputOf, type NewsletterValues, valuesOf } from './newsletter-values'

const toLoaded = (newsletter: Newsletter) => ({ version: newsletter.version, values: valuesOf(newsletter) })

type EditNewsletterProps = {
  newsletter: Newsletter
  onDirty: (isDirty: boolean) => void
  /** Called with the id of another one that replaces it. */
  onMade: (id: number) => void
}

/** Edits a newsletter that has not been sent. Concurrent changes by another administrator are merged. */
function EditNewsletter({ newsletter, onDirty, onMade }: EditNewsletterProps) {
  const labelOf = useNewsletterLabel()
  const { form, error, save } = useNewsletterEditor(newsletter, onMade)
  const show = useNewsletterValue(form.theirs ? [form.values.post, form.base.values.post, form.theirs.values.post] : [])
  const { isDirty } = form
  useSaveShortcut({ onSave: save })
  const reportDirty = useEffectEvent(onDirty)
  useEffect(() => reportDirty(isDirty), [isDirty])
  const acceptVersion = useEffectEvent((version: number) => {
    if (version > form.base.version && !isDirty && !form.isPending)
      form.rebase(toLoaded(newsletter), toLoaded(newsletter).values)
  })
  useEffect(() => acceptVersion(newsletter.version), [newsletter.version])

  if (form.at === 'gone') return <Gone form={form} />
  if (form.theirs) return <ConflictView form={form} theirs={form.theirs} labelOf={labelOf} show={show} />
  return (
    <>
      <RestoredNotice form={form} />
      <NewsletterForm
        values={form.values}
        error={error}
        isPending={form.isPending}
        isNew={false}
        onChange={(values) => form.change(values)}
        onSave={save}
      />
      <LeaveGuard isActive={isDirty} isKept={form.keptAt !== undefined} />
    </>
  )
}

function useNewsletterEditor(newsletter: Newsletter, onMade: (id: number) => void) {
  const t = useText()
  const client = useQueryClient()
  const refreshAll = () => void client.invalidateQueries({ queryKey: newslettersQuery().queryKey })
  return useSavedForm<NewsletterValues, Newsletter>({
    unsavedKey: `letter:${newsletter.id}`,
    loaded: toLoaded(newsletter),
    titleOf: (values) => values[`subject.${defaultLanguage}`] || newsletter.subject[defaultLanguage],
    write: (values, { version }, idempotencyKey) =>
      version === 0
        ? send<Newsletter>('POST', '/api/newsletters', { body: inputOf(values), idempotencyKey })
        : send<Newsletter>('PUT', `/api/newsletters/${newsletter.id}`, {
            body: inputOf(values),
            version,
            idempotencyKey,
          }),
    fresh: async () => toLoaded(await client.fetchQuery(newsletterQuery(newsletter.id))),
    toLoaded,
    texts: { saved: t('newsletters.saved'), failed: t('newsletters.notSaved') },
    onStored: ({ id }) => {
      refreshAll()
      if (id !== newsletter.id) onMade(id)
    },
    onFailed: refreshAll,
  })
}

const labels: Partial<Record<string, MessageId>> = {
  kind: 'newsletters.kind',
  post: 'newsletters.post',
  joinedFrom: 'newsletters.joinedFrom',
  joinedUntil: 'newsletters.joinedUntil',
  state: 'newsletters.readerState',
  title: 'newsletters.ownTitle',
  subject: 'newsletters.subject',
  introduction: 'newsletters.introduction',
  body: 'newsletters.body',
}

/** The label of each field of a newsletter where two versions are compared. */
function useNewsletterLabel(): (field: string) => string {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return (field) => {
    const [name = '', code] = field.split('.')
    const language = languages.find((one) => one === code)
    const label = t(labels[name] ?? 'newsletters.audience')
    return language ? `${label} (${nameOf(language)})` : label
  }
}

/** Formats a value of a newsletter for display: for `posts`, the title. */
function useNewsletterValue(posts: readonly (string | undefined)[]): (field: string, value: string) => string {
  const t = useText()
  const audienceText = useAudienceText()
  const titleOf = usePostTitles(posts.map(Number))
  return (field, value) => {
    if (field === 'post' && value !== '') return titleOf(Number(value))
    if (field === 'kind') return t(value === 'own' ? 'newsletters.kindOf.own' : 'newsletters.kindOf.post')
    if (field === 'state')
      return t(value === 'waitlist' ? 'newsletters.readerStateOf.waitlist' : 'newsletters.readerStateOf.confirmed')
    const audience = field === 'audience' && audiences.find((one) => one === value)
    return audience ? audienceText(audience) : value
  }
}

/** One newsletter: its form while it can be changed, its progress, and a preview. */
export function OneNewsletter({
  id,
  onDeleted,
  onMade,
}: {
  id: number
  onDeleted: () => void
  onMade: (id: number) => void
}) {
  const language = usePageLanguage()
  const t = useText()
  const { data: newsletter } = useSuspenseQuery({
    ...newsletterQuery(id),
    refetchInterval: ({ state: { data } }) => (data && isGoing(data) ? refreshing : false),
  })
  useRememberOpened(`${href(adminPaths.newsletters)}?letter=${id}`, textIn(newsletter.subject, language))
  const [isDirty, setIsDirty] = useState(false)
  return (
    <>
      <BackToNewsletters />
      <section className="admin-panel" aria-labelledby="newsletter">
        <header>
          <h2 id="newsletter">{textIn(newsletter.subject, language)}</h2>
          <p className="kit-note">
            <output>
              {t(`newsletters.is.${newsletter.state}`)}
              {newsletter.sendAt !== null && ` · ${dateTime(newsletter.sendAt, language)}`}
            </output>
          </p>
        </header>
        {newsletter.state !== 'draft' && newsletter.total > 0 && <Outcome newsletter={newsletter} />}
        <NewsletterActions
          newsletter={newsletter}
          isDirty={isDirty && isChangeable(newsletter)}
          onDeleted={onDeleted}
        />
      </section>
      <Preview key={newsletter.version} id={id} isPost={newsletter.post !== null} />
      {isChangeable(newsletter) && (
        <>
          <section className="admin-panel" aria-labelledby="newsletter-text">
            <h2 id="newsletter-text">{t('newsletters.text')}</h2>
            <EditNewsletter newsletter={newsletter} onDirty={setIsDirty} onMade={onMade} />
          </section>
          <MailDomainPanel />
        </>
      )}
    </>
  )
}

function Outcome({ newsletter }: { newsletter: Newsletter }) {
  const t = useText()
  const number = new Intl.NumberFormat(usePageLanguage())
  const { sent, failed, bounced, total, state } = newsletter
  const done = sent + failed + bounced
  return (
    <>
      {state === 'sending' && <Progress label={t('newsletters.going', { done, total })} value={done} max={total} />}
      <dl className="admin-tally">
        {(['total', 'sent', 'failed', 'bounced', 'unsubscribed'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`newsletters.part.${part}`)}</dt>
            <dd>{number.format(newsletter[part])}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** A newsletter's HTML and plain-text parts in each language. */
function Preview({ id, isPost }: { id: number; isPost: boolean }) {
  const t = useText()
  const { labelOf } = useLanguageNames()
  const [language, setLanguage] = useState(usePageLanguage())
  const [part, setPart] = useState<'html' | 'text'>('html')
  const { data: preview, error } = useQuery({ ...newsletterPreviewQuery(id), retry: false })
  return (
    <section className="admin-panel newsletter-preview" aria-labelledby="newsletter-preview">
      <header>
        <h2 id="newsletter-preview">{t('newsletters.preview')}</h2>
        <Segments
          label={t('newsletters.previewLanguage')}
          options={languages.map((one) => ({ id: one, label: labelOf(one) }))}
          selected={language}
          onSelect={setLanguage}
        />
        <Segments
          label={t('newsletters.previewPart')}
          options={[
            { id: 'html', label: t('newsletters.html') },
            { id: 'text', label: t('newsletters.plain') },
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
              className="newsletter-frame"
              title={t('newsletters.preview')}
              src={newsletterPage(id, language)}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            />
          ) : (
            <pre className="newsletter-text">{preview[language].text}</pre>
          )}
        </>
      )}
    </section>
  )
}

type MissingProps = { preview: NewsletterPreview; language: Language; isPost: boolean }

/** What of a newsletter is not written in the language of its readers. */
function Missing({ preview, language, isPost }: MissingProps) {
  const t = useText()
  const page = usePageLanguage()
  const { nameOf } = useLanguageNames()
  const { language: written, missing = [] } = preview[language]
  const parts = () => new Intl.ListFormat(page).format(missing.map((part) => t(`newsletters.missingPart.${part}`)))
  if (written === language && missing.length === 0) return null
  return (
    <span className="kit-note">
      {' '}
      {written === language
        ? t('newsletters.partlyWritten', { language: nameOf(language), parts: parts() })
        : isPost
          ? t('newsletters.notTranslated')
          : t('newsletters.notWritten', { language: nameOf(language), other: nameOf(written) })}
    </span>
  )
}

/** Whether the SPF and DMARC records of the site's domain allow it to send mail. */
function MailDomainPanel() {
  const t = useText()
  const { data } = useQuery(mailDomainQuery())
  if (!data?.domain) return null
  return (
    <section className="admin-panel newsletter-domain" aria-labelledby="newsletter-domain">
      <h2 id="newsletter-domain">{t('newsletters.domain', { domain: data.domain })}</h2>
      <p className="kit-note">{t('newsletters.domainText')}</p>
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
          : {t(ok === null ? 'newsletters.domainUnknown' : ok ? 'newsletters.domainOk' : 'newsletters.domainBad')}
        </span>
      </dt>
      <dd>
        {advice}
        {record !== null && <code>{record}</code>}
      </dd>
    </div>
  )
}

export function BackToNewsletters() {
  const t = useText()
  return (
    <Link href={href(adminPaths.newsletters)} className="admin-back">
      <ChevronLeftIcon />
      {t('newsletters.back')}
    </Link>
  )
}
