import { useAtomValue } from 'jotai'
import { languageAtom } from '#base/i18n/language-atom'
import { LongDate } from '#base/i18n/long-date'
import { unpackContent } from '#records/content'
import { spoken, textLanguage } from '#records/spoken'
import { Html } from '#base/ui/html'
import { Picture } from '#base/ui/picture'
import type { Post } from './contract'

type PostArticleProps = { post: Pick<Post, 'title' | 'imageUrl' | 'publishedAt' | 'content' | 'translations'> }

/** A post as its page shows it; the admin's preview shows the same. */
export function PostArticle({ post }: PostArticleProps) {
  const language = useAtomValue(languageAtom)
  const { title, content } = spoken(post, language)
  return (
    <article className="article">
      <header className="article-head">
        <h1 lang={textLanguage(post, 'title', language)}>{title}</h1>
        <p className="article-facts">
          <LongDate iso={post.publishedAt} />
        </p>
      </header>
      {post.imageUrl && (
        <div className="article-picture">
          <Picture src={post.imageUrl} alt={title} sizes="(min-width: 60rem) 56vw, 94vw" priority />
        </div>
      )}
      <Html
        className="article-body"
        html={unpackContent(content).html}
        lang={textLanguage(post, 'content', language)}
      />
    </article>
  )
}
