import type { LanguageTexts } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import { audiences, type Newsletter, type NewsletterInput } from '../contract'

/** The form values of a newsletter. */
export type LetterValues = {
  post: number | undefined
  subject: LanguageTexts
  introduction: LanguageTexts
  audience: NewsletterInput['audience']
}

const nothing = byLanguage(() => '')
const isEmpty = (texts: LanguageTexts) => Object.values(texts).every((text) => text.trim() === '')

export const blankLetter = (post?: number): LetterValues => ({
  post,
  subject: nothing,
  introduction: nothing,
  audience: 'all',
})

/** A subject that is the title of the post stays empty, so that it follows the post. */
export const valuesOf = ({ post, subject, hasOwnSubject, introduction, audience }: Newsletter): LetterValues => ({
  post: post ?? undefined,
  subject: hasOwnSubject ? subject : nothing,
  introduction: introduction ?? nothing,
  audience,
})

/** Without a subject the post's title is used. */
export const inputOf = ({ post, subject, introduction, audience }: LetterValues) => ({
  post: post ?? 0,
  subject: isEmpty(subject) ? null : subject,
  introduction: isEmpty(introduction) ? null : introduction,
  audience,
})

/** The same as flat values, like the forms of records (`subject.en`), for merging concurrent changes. */
export type FlatLetter = Record<string, string>

export const flat = ({ post, audience, subject, introduction }: LetterValues): FlatLetter => ({
  post: post === undefined ? '' : String(post),
  audience,
  ...flatTexts('subject', subject),
  ...flatTexts('introduction', introduction),
})

export const nested = (values: FlatLetter): LetterValues => ({
  post: values.post ? Number(values.post) : undefined,
  audience: audiences.find((one) => one === values.audience) ?? 'all',
  subject: byLanguage((language) => values[`subject.${language}`] ?? ''),
  introduction: byLanguage((language) => values[`introduction.${language}`] ?? ''),
})

const flatTexts = (name: string, texts: LanguageTexts): FlatLetter =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [`${name}.${language}`, text]))

export const isSame = (one: LetterValues, other: LetterValues): boolean => JSON.stringify(one) === JSON.stringify(other)
