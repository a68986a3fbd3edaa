import { useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useFaultFocus } from '#editing/focus'
import { FormFault } from '#auth/forms/form-fault'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { audiences } from '#features/newsletters/contract'
import { readersQuery } from '#features/newsletters/queries'
import { defaultLanguage, languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { Button } from '#ui/controls/buttons/button'
import { Choice } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import type { LetterValues } from './letter-values'
import { PostChoice } from './post-choice'
import { useAudienceText } from './use-audience-text'

type LetterFormProps = {
  values: LetterValues
  onChange: (values: LetterValues) => void
  error: unknown
  isPending: boolean
  isNew: boolean
  onSave: () => void
}

/** Which post is sent, to whom, and what stands above it. */
export function LetterForm({ values, onChange, error, isPending, isNew, onSave }: LetterFormProps) {
  const t = useText()
  const { labelOf, nameOf } = useLanguageNames()
  const audienceText = useAudienceText()
  const { data: readers } = useSuspenseQuery(readersQuery())
  const form = useFaultFocus(error)
  const issues = issuesByField(fieldIssues(error))
  const change = (part: Partial<LetterValues>) => onChange({ ...values, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <form className="kit-stack" noValidate onSubmit={submit} ref={form}>
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
    </form>
  )
}
