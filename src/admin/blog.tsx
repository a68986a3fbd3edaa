import { LongDate } from '#base/i18n/long-date'
import { useText } from '#base/i18n/i18n'
import { postKind, type PostSummary } from '#features/posts/contract'
import { RecordScreen } from '#records/screen/record-screen'

export function BlogScreen() {
  return <RecordScreen kind={postKind} heading="adminNav.posts" columns={usePostColumns()} initialSort={{ column: 'date', direction: 'descending' }} />
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
