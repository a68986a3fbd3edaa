import { LongDate } from '#i18n/long-date'
import { useText } from '#i18n/i18n'
import { customPageKind, type EditedCustomPageSummary } from '#features/custom-pages/contract'
import { RecordScreen } from '#records/screen/record-screen'

/** The pages that somebody has made of blocks; the texts of those that are always there have a screen of their own. */
export function PagesScreen() {
  return (
    <RecordScreen
      kind={customPageKind}
      heading="adminNav.customPages"
      columns={usePageColumns()}
      noteOf={({ slug }) => `/${slug}/`}
    />
  )
}

/** What has no date yet comes before all that has one. */
const undated = '9999'

function usePageColumns() {
  const t = useText()
  return [
    {
      id: 'title',
      label: t('custom-page.title'),
      isRowHeader: true,
      render: ({ title }: EditedCustomPageSummary) => title,
      sortValue: ({ title }: EditedCustomPageSummary) => title,
      sortField: 'title',
    },
    {
      id: 'date',
      label: t('custom-page.publishedAt'),
      render: ({ publishedAt }: EditedCustomPageSummary) =>
        publishedAt === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="kit-hidden">{t('life.undated')}</span>
          </>
        ) : (
          <LongDate iso={publishedAt} />
        ),
      sortValue: ({ publishedAt }: EditedCustomPageSummary) => publishedAt ?? undated,
      sortField: 'publishedAt',
    },
  ]
}
