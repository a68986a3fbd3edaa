import { LongDate } from '#base/i18n/long-date'
import { useText } from '#base/i18n/i18n'
import { type Post, postInput, type PostSummary } from '#features/posts/contract'
import { PostEditor } from '#features/posts/post-editor'
import { blankPost, type PostValues, toPostInput, toPostValues } from '#features/posts/post-values'
import { postQuery, postsQuery } from '#features/posts/queries'
import type { Resource } from '#records/screen/resource'
import { ResourceScreen } from '#records/screen/record-screen'

const posts: Resource<PostSummary, Post, PostValues> = {
  kind: 'post',
  path: '/api/blog',
  pages: '/blog/',
  heading: 'adminNav.posts',
  list: postsQuery,
  one: postQuery,
  initialSort: { column: 'date', direction: 'descending' },
  filterText: ({ title, excerpt, category, slug }) => `${title} ${excerpt} ${category} ${slug}`,
  blank: blankPost,
  toValues: toPostValues,
  toInput: toPostInput,
  schema: postInput,
  Editor: PostEditor,
}

export function BlogScreen() {
  return <ResourceScreen resource={posts} columns={usePostColumns()} />
}

function usePostColumns() {
  const t = useText()
  return [
    { id: 'title', label: t('post.title'), isRowHeader: true, render: ({ title }: PostSummary) => title, sortValue: ({ title }: PostSummary) => title },
    {
      id: 'date',
      label: t('post.date'),
      render: ({ publishedAt }: PostSummary) => <LongDate iso={publishedAt} />,
      sortValue: ({ publishedAt }: PostSummary) => publishedAt,
    },
  ]
}
