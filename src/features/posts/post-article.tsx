import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { useHref } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { LongDate } from '#i18n/long-date'
import { RecordArticle } from '#records/article/record-article'
import { unpackContent } from '#records/kind/content'
import { localize, textLanguage, recordHref } from '#records/translation/localize'
import { htmlToText } from '#text/html-text'
import { categorySlug } from '#text/slugs/slug'
import { Link } from '#ui/link'
import type { Post } from './contract'
import { categoryPath, postPath } from './paths'
import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'

const wordsPerMinute = 220

/** The reading time of a text in minutes, at least one. */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return Math.max(1, Math.round(words / wordsPerMinute))
}

const day = 86_400_000

/** `author` stands in for the name alone; `share` is shown beside the text where there is room, below it elsewhere. */
type PostArticleProps = PostFactsProps & { post: Pick<Post, 'imageUrl'>; share?: ReactNode }

export function PostArticle({ post, author, share }: PostArticleProps) {
  return (
    <RecordArticle record={post} share={share}>
      <PostFacts post={post} author={author} />
    </RecordArticle>
  )
}

type PostFactsProps = {
  post: Pick<
    Post,
    'title' | 'publishedAt' | 'updatedAt' | 'version' | 'author' | 'category' | 'content' | 'translations'
  >
  author?: ReactNode
}

/** The date, author, category and reading time of a post. */
function PostFacts({ post, author = post.author }: PostFactsProps) {
  const t = useText()
  const href = useHref()
  const language = usePageLanguage()
  const { category, content } = localize(post, language)
  const slug = categorySlug(post.category)
  const lang = textLanguage(post, 'category', language)
  return (
    // The spaces are for readers without styles: as Markdown, aloud.
    <p className="article-facts">
      <LongDate iso={post.publishedAt} />{' '}
      {wasUpdated(post) && (
        <span>
          {t('blog.updated')}&nbsp;
          <LongDate iso={post.updatedAt} />
        </span>
      )}{' '}
      {post.author && <span>{author}</span>} {category && slug === '' && <span lang={lang}>{category}</span>}
      {category && slug !== '' && (
        <Link href={href(categoryPath, { slug })} lang={lang}>
          {category}
        </Link>
      )}{' '}
      <span>{t('blog.readingTime', { count: readingMinutes(htmlToText(unpackContent(content).html)) })}</span>
    </p>
  )
}

/** A post created with a past date was not updated since. */
const wasUpdated = ({ publishedAt, updatedAt, version }: PostFactsProps['post']) =>
  version > 1 && Date.parse(updatedAt) - Date.parse(publishedAt) >= day

type PostShareProps = { post: Pick<Post, 'slug' | 'title' | 'author' | 'translations'> }

/** The author of a post, and the buttons to share it by mail or link. */
export function PostShare({ post }: PostShareProps) {
  const t = useText()
  const language = usePageLanguage()
  const { origin } = useAtomValue(siteAtom)
  const address = `${origin}${recordHref(postPath, post, language)}`
  const { title } = localize(post, language)
  return (
    <div className="share">
      {post.author && <p>{t('blog.by', { author: post.author })}</p>}
      <a href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}>
        {t('blog.shareByMail')}
      </a>
      <CopyLink address={address} />
    </div>
  )
}

/** Only rendered in the browser, because it needs a script. */
function CopyLink({ address }: { address: string }) {
  const t = useText()
  const canCopy = useSyncExternalStore(
    () => () => {},
    () => 'clipboard' in navigator,
    () => false,
  )
  const [copied, setCopied] = useState(false)
  if (!canCopy) return null
  return (
    <>
      <button
        type="button"
        onClick={() =>
          void navigator.clipboard.writeText(address).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        {t('blog.copyLink')}
      </button>
      <output>{copied && t('blog.linkCopied')}</output>
    </>
  )
}
