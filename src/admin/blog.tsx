import { LongDate } from '#base/i18n/long-date'
import { useText } from '#base/i18n/i18n'
import { type EditedPostSummary, postKind } from '#features/posts/contract'
import { RecordScreen } from '#records/screen/record-screen'

export function BlogScreen() {
  return (
    <RecordScreen
      kind={postKind}
      heading="adminNav.posts"
      columns={usePostColumns()}
      initialSort={{ column: 'date', direction: 'descending' }}
    />
  )
}

/** What has no date yet comes before all that has one. */
const undated = '9999'

function usePostColumns() {
  const t = useText()
  return [
    {
      id: 'title',
      label: t('post.title'),
      isRowHeader: true,
      render: ({ title }: EditedPostSummary) => title,
      sortValue: ({ title }: EditedPostSummary) => title,
    },
    {
      id: 'date',
      label: t('post.date'),
      render: ({ publishedAt }: EditedPostSummary) =>
        publishedAt === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="kit-hidden">{t('life.undated')}</span>
          </>
        ) : (
          <LongDate iso={publishedAt} />
        ),
      sortValue: ({ publishedAt }: EditedPostSummary) => publishedAt ?? undated,
    },
  ]
}
