import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { sitePaths } from '#i18n/addresses/paths'
import { PageMeta } from '#ui/head/page-meta'
import { useHref, usePageMatch } from '#i18n/addresses/use-href'
import { postPath } from '#features/posts/paths'
import { socialPicture } from '#records/social-picture'
import { isTranslated, recordVersions, localize, localizeMetadata } from '#records/translation/localize'
import { Link } from '#ui/link'
import { Region } from '#ui/region'
import { Loading } from '#ui/skeleton'
import { PostArticle } from '#features/posts/post-article'
import { PostShare } from '#features/posts/post-share'
import { PostsAround } from '#features/posts/posts-around'
import { postQuery } from '#features/posts/queries'
import { ArticleSkeleton } from './article-skeleton'
import { NotFoundSheet } from '#site/not-found/not-found-sheet'
import { PageHead } from '#site/layout/page-head'
import { useOwnAddress } from '#site/layout/use-own-address'

export function BlogPost() {
  const slug = usePageMatch(postPath)?.params.slug ?? ''
  return (
    <Region key={slug} loading={<PostSkeleton />} failed={<MissingPost />}>
      <StoredPost slug={slug} />
    </Region>
  )
}

function StoredPost({ slug }: { slug: string }) {
  const t = useText()
  const href = useHref()
  const language = useAtomValue(languageAtom)
  const { data: post } = useSuspenseQuery(postQuery(slug))
  useOwnAddress(postPath, post, postQuery)
  const { title, excerpt } = localize(post, language)
  const versions = recordVersions(postPath, post)
  const metadata = localizeMetadata(post, language)
  return (
    <div className="reading">
      <PageHead
        page="blog"
        item={{
          title,
          description: excerpt,
          image: socialPicture('blog', post, isTranslated(post, language) ? language : 'en'),
          versions,
          metadata,
          type: 'article',
        }}
      />
      <p className="back">
        <Link href={href(sitePaths.blog)}>{t('blog.back')}</Link>
      </p>
      <PostArticle post={post} share={<PostShare post={post} />} />
      <Region loading={null} failed={null}>
        <PostsAround slug={slug} />
      </Region>
    </div>
  )
}

function MissingPost() {
  const t = useText()
  const href = useHref()
  const title = t('blog.notFoundTitle')
  return (
    <>
      <PageMeta page="notFound" item={{ title }} />
      <NotFoundSheet
        title={title}
        text={t('blog.notFoundText')}
        back={{ href: href(sitePaths.blog), text: t('blog.back') }}
      />
    </>
  )
}

function PostSkeleton() {
  const t = useText()
  const href = useHref()
  return (
    <div className="reading">
      <PageHead page="blog" />
      <p className="back">
        <Link href={href(sitePaths.blog)}>{t('blog.back')}</Link>
      </p>
      <Loading label={t('blog.loadingOne')}>
        <ArticleSkeleton />
      </Loading>
    </div>
  )
}
