import type { Newsletter, NewsletterInput } from '#features/newsletters/contract'

/** What is typed of a letter. */
export type LetterValues = {
  post: number | undefined
  subject: { en: string; es: string }
  introduction: { en: string; es: string }
  audience: NewsletterInput['audience']
}

const nothing = { en: '', es: '' }

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
  subject: subject.en.trim() === '' && subject.es.trim() === '' ? null : subject,
  introduction: introduction.en.trim() === '' && introduction.es.trim() === '' ? null : introduction,
  audience,
})

export const isSame = (one: LetterValues, other: LetterValues): boolean => JSON.stringify(one) === JSON.stringify(other)
