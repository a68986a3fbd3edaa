import { useAtomValue } from 'jotai'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { LongDate } from '#i18n/long-date'
import { htmlToText } from '#text/html-text'
import { readingMinutes } from '#text/reading-time'
import { slugify } from '#text/slug'
import { Link } from '#ui/link'
import { useHref } from '#i18n/addresses/use-href'
import { unpackContent } from '#records/kind/content'
import { localize, textLanguage } from '#records/translation/localize'
import type { Post } from './contract'
import { categoryPath } from './paths'

export type PostFactsProps = {
  post: Pick<
    Post,
    'title' | 'publishedAt' | 'updatedAt' | 'version' | 'author' | 'category' | 'content' | 'translations'
  >
}

/** The date, author, category and reading time of a post. */
export function PostFacts({ post }: PostFactsProps) {
  const t = useText()
  const href = useHref()
  const language = useAtomValue(languageAtom)
  const { category, content } = localize(post, language)
  const slug = slugify(post.category)
  const lang = textLanguage(post, 'category', language)
  return (
    <p className="article-facts">
      <LongDate iso={post.publishedAt} />
      {wasUpdated(post) && (
        <span>
          {t('blog.updated')}&nbsp;
          <LongDate iso={post.updatedAt} />
        </span>
      )}
      {post.author && <span>{post.author}</span>}
      {category && slug === '' && <span lang={lang}>{category}</span>}
      {category && slug !== '' && (
        <Link href={href(categoryPath, { slug })} lang={lang}>
          {category}
        </Link>
      )}
      <span>{t('blog.readingTime', { count: readingMinutes(htmlToText(unpackContent(content).html)) })}</span>
    </p>
  )
}

const day = 86_400_000

/** What was entered with a date long past has not changed since. */
const wasUpdated = ({ publishedAt, updatedAt, version }: PostFactsProps['post']) =>
  version > 1 && Date.parse(updatedAt) - Date.parse(publishedAt) >= day
