import { useSuspenseQuery } from '@tanstack/react-query'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { LongDate } from '#i18n/long-date'
import { Link } from '#ui/link'
import { Picture } from '#ui/pictures/picture'
import { useAddressLanguage } from '#i18n/addresses/use-href'
import { recordHref, localize, textLanguage } from '#records/translation/localize'
import type { AroundPost } from './around-contract'
import { postPath } from './paths'
import { aroundQuery } from './queries'

/** Links to the previous, next and related posts. */
export function PostsAround({ slug }: { slug: string }) {
  const t = useText()
  const { data: around } = useSuspenseQuery(aroundQuery(slug))
  if (!around) return null
  const { previous, next, related } = around
  return (
    <>
      {(previous ?? next) && (
        <nav className="posts-around" aria-label={t('blog.around')}>
          {previous && <PostLink post={previous} rel="prev" label={t('blog.previous')} />}
          {next && <PostLink post={next} rel="next" label={t('blog.next')} />}
        </nav>
      )}
      {related.length > 0 && (
        <aside className="related" aria-labelledby="related-title">
          <h2 id="related-title">{t('blog.related')}</h2>
          <ul>
            {related.map((post) => (
              <li key={post.slug}>
                <RelatedPost post={post} />
              </li>
            ))}
          </ul>
        </aside>
      )}
    </>
  )
}

type PostLinkProps = { post: NonNullable<AroundPost['previous']>; rel: string; label: string }

function PostLink({ post, rel, label }: PostLinkProps) {
  const language = usePageLanguage()
  const address = recordHref(postPath, post, useAddressLanguage())
  return (
    <Link href={address} rel={rel}>
      <span>{label}</span>{' '}
      <strong lang={textLanguage(post, 'title', language)}>{localize(post, language).title}</strong>
    </Link>
  )
}

/** A compact card without the excerpt. */
function RelatedPost({ post }: { post: AroundPost['related'][number] }) {
  const language = usePageLanguage()
  const { title, category } = localize(post, language)
  const address = recordHref(postPath, post, useAddressLanguage())
  return (
    <article className="card">
      {post.imageUrl && (
        <div className="card-picture">
          <Picture src={post.imageUrl} alt="" sizes="(min-width: 48rem) 30vw, 7rem" />
        </div>
      )}
      <p className="card-label">
        <LongDate iso={post.publishedAt} />{' '}
        {category && <span lang={textLanguage(post, 'category', language)}>{category}</span>}
      </p>
      <h3 className="card-title">
        <Link href={address} lang={textLanguage(post, 'title', language)}>
          {title}
        </Link>
      </h3>
    </article>
  )
}
