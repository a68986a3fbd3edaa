import { postPath } from '#features/posts/paths'
import { PostArticle, PostShare } from '#features/posts/post-article'
import { PostsAround } from '#features/posts/posts-around'
import { postQuery } from '#features/posts/queries'
import { sitePaths } from '#i18n/addresses/paths'
import { ArticlePage } from '#site/article/article-page'
import { Region } from '#ui/region'
import { Author } from './author'
import { NewsLine } from './news-line'

export function BlogPost() {
  return (
    <ArticlePage
      section="blog"
      page="blog"
      listPath={sitePaths.blog}
      path={postPath}
      queryOf={postQuery}
      description="excerpt"
      type="article"
    >
      {(post, slug) => (
        <>
          <PostArticle post={post} author={<Author name={post.author} />} share={<PostShare post={post} />} />
          <Region loading={null} failed={null}>
            <PostsAround slug={slug} />
          </Region>
          <NewsLine />
        </>
      )}
    </ArticlePage>
  )
}
