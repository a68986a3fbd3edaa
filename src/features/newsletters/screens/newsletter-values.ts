import type { LanguageTexts } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import { type Language, languages } from '#i18n/language'
import { everybody, isEverybody, type Newsletter, readerStates, type Segment } from '../contract'

/** What a newsletter is made of: a post, or texts of its own. */
export const newsletterKinds = ['post', 'own'] as const

/** The texts of a newsletter; `title` and `body` are those of one of its own. */
const newsletterTexts = ['title', 'subject', 'introduction', 'body'] as const
type NewsletterText = (typeof newsletterTexts)[number]

/** The form values of a newsletter, by field; texts also by language (`subject.en`). */
export type NewsletterValues = Record<
  'kind' | 'post' | 'audience' | keyof Segment | `${NewsletterText}.${Language}`,
  string
>

export const blankNewsletter = (post?: number): NewsletterValues => ({
  kind: 'post',
  post: post === undefined ? '' : String(post),
  audience: 'all',
  ...segmentValues(everybody),
  ...textValues({}),
})

/** A subject that is the title stays empty, so that it follows the title. */
export const valuesOf = (newsletter: Newsletter): NewsletterValues => ({
  kind: newsletter.post === null ? 'own' : 'post',
  post: newsletter.post === null ? '' : String(newsletter.post),
  audience: newsletter.audience,
  ...segmentValues(newsletter.segment),
  ...textValues({ ...newsletter, subject: newsletter.hasOwnSubject ? newsletter.subject : null }),
})

const segmentValues = ({ joinedFrom, joinedUntil, state }: Segment) => ({
  joinedFrom: joinedFrom ?? '',
  joinedUntil: joinedUntil ?? '',
  state,
})

const textValues = (texts: Partial<Record<NewsletterText, LanguageTexts | null>>) =>
  Object.fromEntries(
    newsletterTexts.flatMap((name) =>
      languages.map((language) => [`${name}.${language}`, texts[name]?.[language] ?? ''] as const),
    ),
  ) as Record<`${NewsletterText}.${Language}`, string>

export const segmentOf = ({ joinedFrom, joinedUntil, state }: NewsletterValues): Segment => ({
  joinedFrom: joinedFrom || null,
  joinedUntil: joinedUntil || null,
  state: readerStates.find((one) => one === state) ?? everybody.state,
})

/** Without a subject the title is used. */
export function inputOf(values: NewsletterValues) {
  const textsOf = (name: NewsletterText) => byLanguage((language) => values[`${name}.${language}`])
  const orNull = (texts: LanguageTexts) => (Object.values(texts).every((text) => text.trim() === '') ? null : texts)
  const segment = segmentOf(values)
  return {
    ...(values.kind === 'post' ? { post: Number(values.post) } : { title: textsOf('title'), body: textsOf('body') }),
    subject: orNull(textsOf('subject')),
    introduction: orNull(textsOf('introduction')),
    audience: values.audience,
    ...(isEverybody(segment) ? {} : { segment }),
  }
}

export const isSame = (one: NewsletterValues, other: NewsletterValues): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
