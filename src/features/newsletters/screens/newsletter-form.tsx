import { useSuspenseQuery, keepPreviousData, useQuery, useQueries } from '@tanstack/react-query'
import { useState, useCallback } from 'react'
import { SaveForm } from '#auth/forms/form'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useDebounced } from '#editing/use-debounced'
import { RichTextField } from '#editing/rich-text-field'
import { audiences, everybody, isEverybody, readerStates, type Audience } from '../contract'
import { readersQuery } from '../queries'
import { newsletterKind } from '#features/kinds'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { translated } from '#i18n/translated'
import { useLanguageNames } from '#i18n/use-language-names'
import { recordsPartQuery } from '#records/screen/load-record'
import { Choice, Select } from '#ui/controls/fields/choice'
import { DayField } from '#ui/controls/fields/date-time-field'
import { SearchBox, TextField } from '#ui/controls/fields/text-field'
import { newsletterKinds, type NewsletterValues, segmentOf } from './newsletter-values'

/** The newest posts are offered; others are found by search. */
const mostPosts = 100
/** Debounce of the search in milliseconds. */
const pause = 250

type NewsletterFormProps = {
  values: NewsletterValues
  onChange: (values: NewsletterValues) => void
  error: unknown
  isPending: boolean
  isNew: boolean
  onSave: () => void
}

/** What a newsletter is made of, its texts, and its readers. */
export function NewsletterForm({ values, onChange, error, isPending, isNew, onSave }: NewsletterFormProps) {
  const t = useText()
  const { labelOf } = useLanguageNames()
  const issues = issuesByField(fieldIssues(error))
  const change = (part: Partial<NewsletterValues>) => onChange({ ...values, ...part })
  const isOwn = values.kind === 'own'
  return (
    <SaveForm
      {...{ error, isPending, onSave }}
      className="kit-stack"
      variant={isNew ? 'primary' : 'secondary'}
      label={t(isNew ? 'newsletters.make' : 'newsletters.save')}
    >
      <Choice
        label={t('newsletters.kind')}
        value={values.kind}
        onChange={(kind) => change({ kind })}
        options={newsletterKinds.map((kind) => ({
          value: kind,
          label: t(`newsletters.kindOf.${kind}`),
          note: t(`newsletters.kindNote.${kind}`),
        }))}
      />
      {!isOwn && (
        <PostChoice
          post={values.post === '' ? undefined : Number(values.post)}
          error={issues.post}
          onChoose={(post) => change({ post })}
        />
      )}
      <div className="admin-languages">
        {languages.map((language) => (
          <fieldset key={language}>
            <legend className="kit-label">{labelOf(language)}</legend>
            <NewsletterTexts {...{ values, language, issues, change }} />
          </fieldset>
        ))}
      </div>
      <Readers {...{ values, issues, change }} />
    </SaveForm>
  )
}

type PartProps = {
  values: NewsletterValues
  issues: Partial<Record<string, string>>
  change: (part: Partial<NewsletterValues>) => void
}

/** The texts in one language. */
function NewsletterTexts({ values, language, issues, change }: PartProps & { language: Language }) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const isOwn = values.kind === 'own'
  const control = (name: 'title' | 'subject' | 'introduction' | 'body') => ({
    label: t(`newsletters.${name === 'title' ? 'ownTitle' : name}`),
    value: values[`${name}.${language}`],
    onChange: (text: string) => change({ [`${name}.${language}`]: text }),
    error: issues[`${name}.${language}`],
  })
  const hint = isOwn
    ? t('newsletters.subjectHintOwn')
    : language === defaultLanguage
      ? t('newsletters.subjectHint')
      : t('newsletters.subjectHintTranslated', { language: nameOf(language) })
  const subject = <TextField {...control('subject')} lang={language} description={hint} maxLength={200} />
  return (
    <>
      {isOwn ? <TextField {...control('title')} lang={language} maxLength={200} /> : subject}
      <TextField
        {...control('introduction')}
        lang={language}
        description={t(isOwn ? 'newsletters.introductionHintOwn' : 'newsletters.introductionHint')}
        rows={4}
        maxLength={5000}
      />
      {isOwn && <RichTextField {...control('body')} language={language} />}
      {isOwn && subject}
    </>
  )
}

/** Who gets it: a language, and of these readers all or a segment. */
function Readers({ values, issues, change }: PartProps) {
  const t = useText()
  const segment = segmentOf(values)
  const audienceText = useAudienceText()
  const { data: all } = useSuspenseQuery(readersQuery())
  const { data: some } = useQuery({ ...readersQuery(segment), placeholderData: keepPreviousData })
  const { data: waiting } = useQuery(readersQuery({ ...everybody, state: 'waitlist' }))
  const readers = some ?? all
  const hasIssue = Object.keys(issues).some((path) => path.startsWith('segment'))
  return (
    <>
      <Choice
        label={t('newsletters.audience')}
        value={values.audience}
        onChange={(audience) => change({ audience })}
        options={audiences.map((value) => ({
          value: value as string,
          label: audienceText(value),
          note: t('newsletters.readers', { count: readers[value] }),
        }))}
      />
      <details className="newsletter-segment edit-fold" open={!isEverybody(segment) || hasIssue || undefined}>
        <summary>{t('newsletters.segment')}</summary>
        <div className="kit-stack">
          <div className="newsletter-days">
            {(['joinedFrom', 'joinedUntil'] as const).map((name) => (
              <DayField
                key={name}
                label={t(`newsletters.${name}`)}
                value={values[name]}
                onChange={(day) => change({ [name]: day })}
                error={issues[`segment.${name}`]}
                clear={t('newsletters.anyDay')}
              />
            ))}
          </div>
          <Choice
            label={t('newsletters.readerState')}
            value={segment.state}
            onChange={(state) => change({ state })}
            description={segment.state === 'waitlist' ? t('newsletters.waitlistCare') : undefined}
            options={readerStates.map((value) => ({
              value,
              label: t(`newsletters.readerStateOf.${value}`),
              note: t('newsletters.readers', { count: value === 'waitlist' ? (waiting?.all ?? 0) : all.all }),
            }))}
          />
        </div>
      </details>
    </>
  )
}

type PostChoiceProps = { post: number | undefined; error?: string; onChoose: (post: string) => void }

/** Selects a published post. */
function PostChoice({ post, error, onChoose }: PostChoiceProps) {
  const t = useText()
  const language = usePageLanguage()
  const [typed, setTyped] = useState('')
  const words = useDebounced(typed.trim(), pause)
  const { data: all } = useQuery(livePosts())
  const { data: found } = useQuery({ ...livePosts(words), placeholderData: keepPreviousData })
  const rows = found?.rows ?? []
  const isMissing = post !== undefined && !rows.some(({ id }) => id === post)
  const titleOf = usePostTitles(isMissing ? [post] : [])
  const options = rows.map((row) => ({
    value: String(row.id),
    label: translated(row, row.translations, language).title,
  }))
  if (isMissing) options.unshift({ value: String(post), label: titleOf(post) })
  const isLong = (all?.total ?? 0) > mostPosts
  return (
    <div className="kit-lines">
      {isLong && <SearchBox label={t('newsletters.findPost')} value={typed} onChange={setTyped} />}
      <Select
        label={t('newsletters.post')}
        value={post === undefined ? '' : String(post)}
        onChange={onChoose}
        options={[{ value: '', label: t('newsletters.choosePost') }, ...options]}
        error={error && post === undefined ? t('newsletters.choosePost') : error}
      />
      {isLong && found && (
        <output className="kit-note">{t('newsletters.postsFound', { shown: rows.length, count: found.total })}</output>
      )}
    </div>
  )
}

const livePosts = (words = '') =>
  recordsPartQuery(newsletterKind, { status: 'published', limit: mostPosts, ...(words === '' ? {} : { q: words }) })

/** A newsletter's audience as text. */
export function useAudienceText(): (audience: Audience) => string {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return useCallback(
    (audience) =>
      audience === 'all' ? t('newsletters.to.all') : t('newsletters.toLanguage', { language: nameOf(audience) }),
    [t, nameOf],
  )
}

/** The titles of posts that may no longer be published; a post that is not found is named by its id. */
export function usePostTitles(posts: readonly number[]): (id: number) => string {
  const t = useText()
  const language = usePageLanguage()
  const ids = [...new Set(posts)].filter((id) => id > 0)
  const found = useQueries({
    queries: ids.map((id) => recordsPartQuery(newsletterKind, { status: 'all', id, limit: 1 })),
  })
  return (id) => {
    const row = found[ids.indexOf(id)]?.data?.rows[0]
    return row ? translated(row, row.translations, language).title : t('newsletters.otherPost', { id })
  }
}
