import { useSuspenseQuery } from '@tanstack/react-query'
import { sitePaths } from '#i18n/addresses/paths'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Link } from '#ui/link'
import { Picture } from '#ui/pictures/picture'
import { useAddressLanguage, useHref } from '#i18n/addresses/use-href'
import { recordHref, localize, textLanguage } from '#records/translation/localize'
import type { AroundPost } from './contract'
import { postPath } from './paths'
import { PostCard } from './post-card'
import { aroundQuery } from './queries'

/** Links to the previous, next and related posts; the newest ones where few are related. */
export function PostsAround({ slug }: { slug: string }) {
  const t = useText()
  const { data: around } = useSuspenseQuery(aroundQuery(slug))
  if (!around) return null
  const { previous, next, related, newest } = around
  const further = [...related, ...newest]
  return (
    <>
      {(previous ?? next) && (
        <nav className="posts-around" aria-label={t('blog.around')}>
          {previous ? <PostLink post={previous} rel="prev" label={t('blog.previous')} /> : <AllPosts />}
          {next ? <PostLink post={next} rel="next" label={t('blog.next')} /> : <AllPosts />}
        </nav>
      )}
      {further.length > 0 && (
        <aside className="related" aria-labelledby="related-title">
          <h2 id="related-title">{related.length > 0 ? t('blog.related') : t('blog.newest')}</h2>
          <ul>
            {further.map((post) => (
              <li key={post.slug}>
                <PostCard post={post} heading="h3" sizes="(min-width: 48rem) 30vw, 7rem" />
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
      {post.imageUrl && <Picture src={post.imageUrl} alt="" sizes="6rem" />}
      <span>{label}</span>{' '}
      <strong lang={textLanguage(post, 'title', language)}>{localize(post, language).title}</strong>
    </Link>
  )
}

/** In the place of a neighbour that does not exist. */
function AllPosts() {
  const t = useText()
  const href = useHref()
  return (
    <Link className="all-posts" href={href(sitePaths.blog)} aria-current={undefined}>
      <strong>{t('blog.allPosts')}</strong>
    </Link>
  )
}
