import { useSuspenseQuery, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from '#auth/forms/form'
import { FormFault } from '#auth/forms/form-fault'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useDebounced } from '#editing/use-debounced'
import { audiences } from '../contract'
import { readersQuery } from '../queries'
import { newsletterKind } from '#features/kinds'
import { defaultLanguage, languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { translated } from '#i18n/translated'
import { useLanguageNames } from '#i18n/use-language-names'
import { recordsPartQuery } from '#records/screen/load-record'
import { Button } from '#ui/controls/buttons/button'
import { Choice } from '#ui/controls/fields/choice'
import { SearchBox } from '#ui/controls/fields/search-box'
import { Select } from '#ui/controls/fields/select'
import { TextField } from '#ui/controls/fields/text-field'
import type { LetterValues } from './letter-values'
import { useAudienceText } from './use-audience-text'
import { usePostTitles } from './use-post-titles'

/** The newest posts are offered; others are found by search. */
const mostPosts = 100
/** Debounce of the search in milliseconds. */
const pause = 250

type LetterFormProps = {
  values: LetterValues
  onChange: (values: LetterValues) => void
  error: unknown
  isPending: boolean
  isNew: boolean
  onSave: () => void
}

/** The post of a newsletter, its audience, and the introduction above the post. */
export function LetterForm({ values, onChange, error, isPending, isNew, onSave }: LetterFormProps) {
  const t = useText()
  const { labelOf, nameOf } = useLanguageNames()
  const audienceText = useAudienceText()
  const { data: readers } = useSuspenseQuery(readersQuery())
  const issues = issuesByField(fieldIssues(error))
  const change = (part: Partial<LetterValues>) => onChange({ ...values, ...part })
  return (
    <Form data-saves className="kit-stack" error={error} onSubmit={onSave}>
      <PostChoice post={values.post} error={issues.post} onChoose={(post) => change({ post })} />
      <Choice
        label={t('letters.audience')}
        value={values.audience}
        onChange={(audience) => change({ audience })}
        options={audiences.map((value) => ({
          value,
          label: audienceText(value),
          note: t('letters.readers', { count: readers[value] }),
        }))}
      />
      <div className="letter-languages">
        {languages.map((language) => (
          <fieldset key={language}>
            <legend className="kit-label">{labelOf(language)}</legend>
            <TextField
              label={t('letters.subject')}
              description={
                language === defaultLanguage
                  ? t('letters.subjectHint')
                  : t('letters.subjectHintTranslated', { language: nameOf(language) })
              }
              maxLength={200}
              value={values.subject[language]}
              onChange={(text) => change({ subject: { ...values.subject, [language]: text } })}
              error={issues[`subject.${language}`]}
            />
            <TextField
              label={t('letters.introduction')}
              description={t('letters.introductionHint')}
              rows={4}
              maxLength={5000}
              value={values.introduction[language]}
              onChange={(text) => change({ introduction: { ...values.introduction, [language]: text } })}
              error={issues[`introduction.${language}`]}
            />
          </fieldset>
        ))}
      </div>
      <FormFault error={error} />
      <div className="kit-actions">
        <Button type="submit" variant={isNew ? 'primary' : 'secondary'} isPending={isPending}>
          {t(isNew ? 'letters.make' : 'letters.save')}
        </Button>
      </div>
    </Form>
  )
}

type PostChoiceProps = { post: number | undefined; error?: string; onChoose: (post: number | undefined) => void }

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
    <div className="letter-post">
      {isLong && <SearchBox label={t('letters.findPost')} value={typed} onChange={setTyped} />}
      <Select
        label={t('letters.post')}
        value={post === undefined ? '' : String(post)}
        onChange={(value) => onChoose(value === '' ? undefined : Number(value))}
        options={[{ value: '', label: t('letters.choosePost') }, ...options]}
        error={error && post === undefined ? t('letters.choosePost') : error}
      />
      {isLong && found && (
        <output className="kit-note">{t('letters.postsFound', { shown: rows.length, count: found.total })}</output>
      )}
    </div>
  )
}

const livePosts = (words = '') =>
  recordsPartQuery(newsletterKind, { status: 'published', limit: mostPosts, ...(words === '' ? {} : { q: words }) })
