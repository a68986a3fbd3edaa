import type { LanguageTexts } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import type { Newsletter, NewsletterInput } from '#features/newsletters/contract'

/** What is typed of a letter. */
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

export const valuesOf = ({ post, subject, introduction, audience }: Newsletter): LetterValues => ({
  post,
  subject,
  introduction: introduction ?? nothing,
  audience,
})

/** Without a subject the title of the post is it. */
export const inputOf = ({ post, subject, introduction, audience }: LetterValues) => ({
  post: post ?? 0,
  subject: isEmpty(subject) ? null : subject,
  introduction: isEmpty(introduction) ? null : introduction,
  audience,
})

export const isSame = (one: LetterValues, other: LetterValues): boolean => JSON.stringify(one) === JSON.stringify(other)
