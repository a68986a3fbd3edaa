import { usePageLanguage } from '#i18n/language-atom'
import { LongDate } from '#i18n/long-date'
import { Link } from '#ui/link'
import { useAddressLanguage } from '#i18n/addresses/use-href'
import { Picture } from '#ui/pictures/picture'
import { recordHref, localize, textLanguage } from '#records/translation/localize'
import type { PostSummary } from './contract'
import { postPath } from './paths'

type Shown = 'slug' | 'title' | 'excerpt' | 'category' | 'imageUrl' | 'publishedAt' | 'translations'
type PostCardProps = { post: Pick<PostSummary, Shown>; heading: 'h2' | 'h3'; sizes: string; priority?: boolean }

export function PostCard({ post, heading: Heading, sizes, priority }: PostCardProps) {
  const language = usePageLanguage()
  const { title, excerpt, category } = localize(post, language)
  const address = recordHref(postPath, post, useAddressLanguage())
  return (
    <article className="card post-card">
      <div className="card-picture">
        <Picture src={post.imageUrl} alt="" sizes={sizes} priority={priority} />
      </div>
      <p className="card-label">
        <LongDate iso={post.publishedAt} />{' '}
        {category && <span lang={textLanguage(post, 'category', language)}>{category}</span>}
      </p>
      <Heading className="card-title">
        <Link href={address} lang={textLanguage(post, 'title', language)}>
          {title}
        </Link>
      </Heading>
      <p className="card-text" lang={textLanguage(post, 'excerpt', language)}>
        {excerpt}
      </p>
    </article>
  )
}
