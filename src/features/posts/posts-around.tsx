import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useText } from '#base/i18n/i18n'
import { languageAtom } from '#base/i18n/language-atom'
import { Link } from '#base/ui/link'
import { useAddressLanguage } from '#base/use-href'
import { recordHref, spoken, textLanguage } from '#records/spoken'
import type { AroundPost } from './around-contract'
import { postPath } from './paths'
import { aroundQuery } from './queries'

/** Where to read on: before and after a post, and what is related to it. */
export function PostsAround({ slug }: { slug: string }) {
  const t = useText()
  const { data: around } = useSuspenseQuery(aroundQuery(slug))
  if (!around) return null
  const { previous, next, related } = around
  return (
    <>
      {related.length > 0 && (
        <aside className="related" aria-labelledby="related-title">
          <h2 id="related-title">{t('blog.related')}</h2>
          <ul>
            {related.map((post) => (
              <li key={post.slug}>
                <PostLink post={post} />
              </li>
            ))}
          </ul>
        </aside>
      )}
      {(previous ?? next) && (
        <nav className="posts-around" aria-label={t('blog.around')}>
          {previous && (
            <span>
              {t('blog.previous')} <PostLink post={previous} rel="prev" />
            </span>
          )}
          {next && (
            <span>
              {t('blog.next')} <PostLink post={next} rel="next" />
            </span>
          )}
        </nav>
      )}
    </>
  )
}

function PostLink({ post, rel }: { post: AroundPost['related'][number]; rel?: string }) {
  const language = useAtomValue(languageAtom)
  const address = recordHref(postPath, post, useAddressLanguage())
  return (
    <Link href={address} rel={rel} lang={textLanguage(post, 'title', language)}>
      {spoken(post, language).title}
    </Link>
  )
}
