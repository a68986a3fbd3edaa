import type { Config } from '#platform/config'
import type { LanguageTexts } from '#contract/site'
import { alternative, socialAddress, socialSize } from '#contract/picture-variants'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import type { Database } from '#platform/db/database'
import { type ArticleContext, absoluteUrl, articleHtml, builtInAddress, pictureTag } from '#platform/mail/article-html'
import { articleText } from '#platform/mail/article-text'
import { ownSignal, toLetter } from '#platform/mail/letter'
import { readLetterhead } from '#platform/owner/letterhead'
import { unpackContent } from '#records/kind/content'
import { isTranslated, localize, recordHref } from '#records/translation/localize'
import { socialPicture } from '#records/social-picture'
import { knownPicture } from '#ui/pictures/picture'
import type { LetterPost } from './sources'

/** The letter for the readers of a language, with the placeholder `leaveMark` for each reader's unsubscribe link. */
type LetterTemplate = { language: Language; subject: string; text: string; html: string }
export type LetterTemplates = Record<Language, LetterTemplate>

/** A placeholder that occurs in no post, and that HTML does not escape. */
const leaveMark = 'https://leave.invalid/5f0c1e7a9d/'

type Letter = { post: LetterPost; subject: LanguageTexts; introduction: LanguageTexts | null }

/** The templates of a post in each language; in English if it is not translated. */
export async function makeTemplates(db: Database, config: Config, letter: Letter): Promise<LetterTemplates> {
  const letterhead = await readLetterhead(db, config)
  const of = (language: Language) =>
    makeTemplate(config, letterhead, letter, isTranslated(letter.post, language) ? language : defaultLanguage)
  const templates = await Promise.all(languages.map(of))
  return byLanguage((language) => templates[languages.indexOf(language)]!)
}

/** The letter with a reader's unsubscribe link instead of the placeholder. */
export const withLeave = ({ subject, text, html }: LetterTemplate, leave: string) => ({
  subject,
  text: text.replaceAll(leaveMark, leave),
  html: html.replaceAll(leaveMark, Bun.escapeHTML(leave)),
})

async function makeTemplate(
  { siteUrl: origin = '' }: Config,
  { site, look }: Awaited<ReturnType<typeof readLetterhead>>,
  { post, subject, introduction }: Letter,
  language: Language,
): Promise<LetterTemplate> {
  const { title, excerpt, content } = localize(post, language)
  const page = origin + recordHref(post.page, post, language)
  const signal = (look.signal ?? ownSignal).light
  const place: ArticleContext = { page, language, signal, pictures: post.pictures }
  const html = unpackContent(content).html
  const opening = introduction ? introduction[language] || introduction.en : ''
  return {
    language,
    ...toLetter({
      language,
      site,
      look,
      subject: subject[language],
      lead: opening === '' ? [] : [opening],
      title,
      paragraphs: excerpt === '' ? [] : [excerpt],
      article: {
        html: leadPicture(post, title, place) + articleHtml(html, place),
        text: await articleText(html, place),
      },
      action: { label: translate(language, 'mail.newsletter.read'), url: page },
      foot: translate(language, 'mail.newsletter.foot', { site }),
      leave: { label: translate(language, 'mail.newsletter.leave'), url: leaveMark },
    }),
  }
}

/** The lead image in a format that mail clients support: JPEG for a photograph, the social image for an SVG drawing. */
function leadPicture(post: LetterPost, title: string, place: ArticleContext): string {
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
