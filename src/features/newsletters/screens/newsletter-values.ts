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

/** What a newsletter is made of: a post, or texts of its own. */
export const newsletterKinds = ['post', 'own'] as const
type NewsletterKind = (typeof newsletterKinds)[number]

/** The texts of a newsletter; `title` and `body` are those of one of its own. */
const newsletterTexts = ['title', 'subject', 'introduction', 'body'] as const
type NewsletterText = (typeof newsletterTexts)[number]

/** The form values of a newsletter. */
export type NewsletterValues = {
  kind: NewsletterKind
  post: number | undefined
  audience: NewsletterInput['audience']
  segment: Segment
} & Record<NewsletterText, LanguageTexts>

const nothing = byLanguage(() => '')
const isEmpty = (texts: LanguageTexts) => Object.values(texts).every((text) => text.trim() === '')
const orNull = (texts: LanguageTexts) => (isEmpty(texts) ? null : texts)

export const blankNewsletter = (post?: number): NewsletterValues => ({
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
export const valuesOf = (newsletter: Newsletter): NewsletterValues => ({
  kind: newsletter.post === null ? 'own' : 'post',
  post: newsletter.post ?? undefined,
  title: newsletter.title ?? nothing,
  subject: newsletter.hasOwnSubject ? newsletter.subject : nothing,
  introduction: newsletter.introduction ?? nothing,
  body: newsletter.body ?? nothing,
  audience: newsletter.audience,
  segment: newsletter.segment,
})

/** Without a subject the title is used. */
export const inputOf = ({ kind, post, title, subject, introduction, body, audience, segment }: NewsletterValues) => ({
  ...(kind === 'post' ? { post: post ?? 0 } : { title, body }),
  subject: orNull(subject),
  introduction: orNull(introduction),
  audience,
  ...(isEverybody(segment) ? {} : { segment }),
})

/** The same as flat values, like the forms of records (`subject.en`), for merging concurrent changes. */
export type FlatNewsletter = Record<string, string>

export const flat = ({ kind, post, audience, segment, ...texts }: NewsletterValues): FlatNewsletter => ({
  kind,
  post: post === undefined ? '' : String(post),
  audience,
  joinedFrom: segment.joinedFrom ?? '',
  joinedUntil: segment.joinedUntil ?? '',
  state: segment.state,
  ...Object.fromEntries(
    newsletterTexts.flatMap((name) =>
      Object.entries(texts[name]).map(([language, text]) => [`${name}.${language}`, text] as const),
    ),
  ),
})

export const nested = (values: FlatNewsletter): NewsletterValues => ({
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

const textsOf = (values: FlatNewsletter, name: NewsletterText): LanguageTexts =>
  byLanguage((language) => values[`${name}.${language}`] ?? '')

export const isSame = (one: NewsletterValues, other: NewsletterValues): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
