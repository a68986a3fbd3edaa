import type { LanguageTexts } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import {
  audiences,
  everybody,
  isEverybody,
  type Newsletter,
  type NewsletterInput,
  readerStates,
  type Segment,
} from '../contract'

/** What a letter is made of: a post, or texts of its own. */
export const letterKinds = ['post', 'own'] as const
export type LetterKind = (typeof letterKinds)[number]

/** The texts of a letter; `title` and `body` are those of one of its own. */
export const letterTexts = ['title', 'subject', 'introduction', 'body'] as const
type LetterText = (typeof letterTexts)[number]

/** The form values of a newsletter. */
export type LetterValues = {
  kind: LetterKind
  post: number | undefined
  audience: NewsletterInput['audience']
  segment: Segment
} & Record<LetterText, LanguageTexts>

const nothing = byLanguage(() => '')
const isEmpty = (texts: LanguageTexts) => Object.values(texts).every((text) => text.trim() === '')
const orNull = (texts: LanguageTexts) => (isEmpty(texts) ? null : texts)

export const blankLetter = (post?: number): LetterValues => ({
  kind: 'post',
  post,
  title: nothing,
  subject: nothing,
  introduction: nothing,
  body: nothing,
  audience: 'all',
  segment: everybody,
})

/** A subject that is the title stays empty, so that it follows the title. */
export const valuesOf = (letter: Newsletter): LetterValues => ({
  kind: letter.post === null ? 'own' : 'post',
  post: letter.post ?? undefined,
  title: letter.title ?? nothing,
  subject: letter.hasOwnSubject ? letter.subject : nothing,
  introduction: letter.introduction ?? nothing,
  body: letter.body ?? nothing,
  audience: letter.audience,
  segment: letter.segment,
})

/** Without a subject the title is used. */
export const inputOf = ({ kind, post, title, subject, introduction, body, audience, segment }: LetterValues) => ({
  ...(kind === 'post' ? { post: post ?? 0 } : { title, body }),
  subject: orNull(subject),
  introduction: orNull(introduction),
  audience,
  ...(isEverybody(segment) ? {} : { segment }),
})

/** The same as flat values, like the forms of records (`subject.en`), for merging concurrent changes. */
export type FlatLetter = Record<string, string>

export const flat = ({ kind, post, audience, segment, ...texts }: LetterValues): FlatLetter => ({
  kind,
  post: post === undefined ? '' : String(post),
  audience,
  joinedFrom: segment.joinedFrom ?? '',
  joinedUntil: segment.joinedUntil ?? '',
  state: segment.state,
  ...Object.fromEntries(
    letterTexts.flatMap((name) =>
      Object.entries(texts[name]).map(([language, text]) => [`${name}.${language}`, text] as const),
    ),
  ),
})

export const nested = (values: FlatLetter): LetterValues => ({
  kind: values.kind === 'own' ? 'own' : 'post',
  post: values.post ? Number(values.post) : undefined,
  audience: audiences.find((one) => one === values.audience) ?? 'all',
  segment: {
    joinedFrom: values.joinedFrom || null,
    joinedUntil: values.joinedUntil || null,
    state: readerStates.find((one) => one === values.state) ?? everybody.state,
  },
  title: textsOf(values, 'title'),
  subject: textsOf(values, 'subject'),
  introduction: textsOf(values, 'introduction'),
  body: textsOf(values, 'body'),
})

const textsOf = (values: FlatLetter, name: LetterText): LanguageTexts =>
  byLanguage((language) => values[`${name}.${language}`] ?? '')

export const isSame = (one: LetterValues, other: LetterValues): boolean => JSON.stringify(one) === JSON.stringify(other)
