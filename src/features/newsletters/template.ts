import type { Config } from '#platform/config'
import type { LanguageTexts } from '#contract/site'
import { alternative, type Pictures, socialAddress, socialSize } from '#contract/picture-variants'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import type { Database } from '#platform/db/database'
import {
  type ArticleContext,
  absoluteUrl,
  articleHtml,
  builtInAddress,
  pictureTag,
  withoutFragments,
  articleText,
} from '#platform/mail/article'
import { ownSignal, composeMail } from '#platform/mail/compose-mail'
import { readLetterhead } from '#platform/owner/site'
import { isCopy } from '#records/translation/translated-texts'
import { unpackContent } from '#records/kind/content'
import { isTranslated, localize, recordHref } from '#records/translation/localize'
import { socialPicture } from '#records/social-picture'
import { folded } from '#text/fold'
import { htmlToText, isHtmlEmpty } from '#text/html-text'
import { knownPicture } from '#ui/pictures/picture'
import {
  isWritten,
  type NewsletterTemplate,
  type NewsletterTemplates,
  type NewsletterPart,
  type ReaderState,
} from './contract'
import { type NewsletterPost, orOther, type Row } from './store'

/** A placeholder that occurs in no post, and that HTML does not escape. */
const leaveMark = 'https://leave.invalid/5f0c1e7a9d/'

/** What the readers of a language get; `body` is HTML. */
type WrittenTexts = { language: Language; title: string; excerpt: string; body: string; missing: NewsletterPart[] }
type WrittenNewsletter = { texts: Record<Language, WrittenTexts>; post?: NewsletterPost; pictures?: Pictures }

type NewsletterTexts = WrittenNewsletter & {
  subject: LanguageTexts | null
  introduction: LanguageTexts | null
  readerState: ReaderState
}

/** The texts of a post, in English where it is not translated. */
export function textsOfPost(post: NewsletterPost | undefined): WrittenNewsletter | undefined {
  if (!post) return undefined
  const english = { ...post, body: unpackContent(post.content).html }
  const texts = byLanguage((reader): WrittenTexts => {
    const language = isTranslated(post, reader) ? reader : defaultLanguage
    const { title, excerpt, content } = localize(post, language)
    const own = reader === defaultLanguage ? undefined : (post.translations[reader] ?? {})
    const body = own && unpackContent(own.content ?? '').html
    const missing = !own
      ? []
      : (['title', 'excerpt', 'body'] as const).filter((part) =>
          isUntranslated(english[part], (part === 'body' ? body : own[part]) ?? ''),
        )
    return { language, title, excerpt, body: unpackContent(content).html, missing }
  })
  return { texts, post, pictures: post.pictures ?? {} }
}

/** The texts of a newsletter of its own; undefined if it is written in no language. */
export function ownTexts({ title, body }: Pick<Row, 'title' | 'body'>): WrittenNewsletter | undefined {
  const written = languages.filter((language) => isWritten({ title, body }, language))
  const [first] = written
  if (!title || !body || first === undefined) return undefined
  const texts = byLanguage((reader): WrittenTexts => {
    const language = written.includes(reader) ? reader : first
    const given = { title: title[reader], body: body[reader] }
    const missing = (['title', 'body'] as const).filter(
      (part) => reader !== first && isUntranslated({ title, body }[part][first], given[part]),
    )
    return { language, title: title[language], excerpt: '', body: withoutFragments(body[language]), missing }
  })
  return { texts }
}

/** Whether a part is missing, or still a copy of the other language (as HTML or plain text). */
const isUntranslated = (source: string, text: string): boolean =>
  !isHtmlEmpty(source) && (isHtmlEmpty(text) || isCopy({ source, text }))

/** The templates of a newsletter in each language; in another one if it is not written in it. */
export async function makeTemplates(
  db: Database,
  config: Config,
  newsletter: NewsletterTexts,
): Promise<NewsletterTemplates> {
  const letterhead = await readLetterhead(db, config)
  const templates = await Promise.all(languages.map((reader) => makeTemplate(config, letterhead, newsletter, reader)))
  return byLanguage((language) => templates[languages.indexOf(language)]!)
}

/** The newsletter with a reader's unsubscribe link instead of the placeholder. */
export const withLeave = ({ subject, text, html }: NewsletterTemplate, leave: string) => ({
  subject,
  text: text.replaceAll(leaveMark, leave),
  html: html.replaceAll(leaveMark, Bun.escapeHTML(leave)),
})

async function makeTemplate(
  { siteUrl: origin = '' }: Config,
  { site, look }: Awaited<ReturnType<typeof readLetterhead>>,
  { texts, post, pictures, subject, introduction, readerState }: NewsletterTexts,
  reader: Language,
): Promise<NewsletterTemplate> {
  const { language, title, excerpt, body, missing } = texts[reader]
  const page = origin + (post ? recordHref(post.page, post, language) : href(sitePaths.home, {}, language))
  const place: ArticleContext = { page, language, signal: (look.signal ?? ownSignal).light, pictures }
  const opening = introduction ? orOther(introduction, language) : ''
  // The excerpt of many posts is how they begin.
  const isRepeated = [opening, body].some((other) => beginsAlike(excerpt, other, language))
  return {
    language,
    missing: [
      ...(subject && isMissing(subject, reader) ? (['subject'] as const) : []),
      ...(introduction && isMissing(introduction, reader) ? (['introduction'] as const) : []),
      ...missing,
    ],
    ...composeMail({
      language,
      site,
      look,
      subject: subject ? orOther(subject, language) : title,
      preview: opening || excerpt,
      lead: opening === '' ? [] : [opening],
      title,
      paragraphs: excerpt === '' || isRepeated ? [] : [excerpt],
      article: {
        html: (post ? leadPicture(post, title, place) : '') + articleHtml(body, place),
        text: await articleText(body, place),
      },
      action: post && { label: translate(language, 'mail.newsletter.read'), url: page },
      foot: translate(language, readerState === 'waitlist' ? 'mail.newsletter.footWaitlist' : 'mail.newsletter.foot', {
        site,
      }),
      leave: { label: translate(language, 'mail.newsletter.leave'), url: leaveMark },
    }),
  }
}

/** Whether a text that is written in another language is missing in this one, or still a copy of that. */
const isMissing = (texts: LanguageTexts, reader: Language): boolean => {
  const first = languages.find((language) => texts[language] !== '')
  return first !== undefined && first !== reader && isUntranslated(texts[first], texts[reader])
}

/** Whether two texts (HTML or plain) begin with the same sentence. */
function beginsAlike(one: string, other: string, language: Language): boolean {
  const first = firstSentence(one, language)
  return (
    first !== '' && (first === firstSentence(other, language) || first === firstSentence(paragraphsOf(other), language))
  )
}

/** Folded, without the end of a sentence that was cut. */
function firstSentence(text: string, language: Language): string {
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(htmlToText(text))
  return folded(first?.segment ?? '').replace(/[^\p{L}\p{N}]+$/u, '')
}

/** The paragraphs of HTML that begins with a heading or a picture. */
const paragraphsOf = (html: string): string => (html.match(/<p\b[^>]*>.*?<\/p>/gis) ?? []).join(' ')

/** The lead image in a format that mail clients support: JPEG for a photograph, the social image for an SVG drawing. */
function leadPicture(post: NewsletterPost, title: string, place: ArticleContext): string {
  if (post.imageUrl === '') return ''
  const known = post.pictures?.[post.imageUrl]
  const isDrawing = known ? known.sort === 'drawing' : /\.svg$/i.test(post.imageUrl)
  const [src, size] = isDrawing
    ? [socialPicture('blog', post, place.language), socialSize]
    : known
      ? [socialAddress(known), socialSize]
      : [builtInAddress(post.imageUrl), knownPicture(post.imageUrl)]
  return pictureTag({
    src: absoluteUrl(src, place),
    width: size?.width,
    height: size?.height,
    alt: known && !isDrawing ? alternative(known, place.language) : title,
  })
}
