import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { languageAtom } from '#i18n/language-atom'
import { linkHeadings } from '#text/html/headings'
import { Contents } from '#records/article/contents'
import { unpackContent } from '#records/kind/content'
import { localize, textLanguage } from '#records/translation/localize'
import { Html } from '#ui/prose/html'
import { Picture } from '#ui/pictures/picture'
import type { Post } from './contract'
import { PostFacts, type PostFactsProps } from './post-facts'

/** `share` is shown beside the text where there is room, below it elsewhere. */
type PostArticleProps = { post: PostFactsProps['post'] & Pick<Post, 'imageUrl'>; share?: ReactNode }

/** A post as its page shows it; the admin's preview shows the same. */
export function PostArticle({ post, share }: PostArticleProps) {
  const language = useAtomValue(languageAtom)
  const { title, content } = localize(post, language)
  const { html, headings } = linkHeadings(unpackContent(content).html)
  const lang = textLanguage(post, 'content', language)
  return (
    <article className="article">
      <header className="article-head">
        <h1 lang={textLanguage(post, 'title', language)}>{title}</h1>
        <PostFacts post={post} />
      </header>
      {post.imageUrl && (
        <div className="article-picture">
          <Picture src={post.imageUrl} alt={title} sizes="(min-width: 60rem) min(52vw, 63rem), 94vw" priority />
        </div>
      )}
      <Contents headings={headings} lang={lang}>
        {share}
      </Contents>
      <Html className="article-body" html={html} lang={lang} />
      {share}
    </article>
  )
}
