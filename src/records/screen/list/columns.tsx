import { MediumDate } from '#i18n/date-time'
import type { useText } from '#i18n/i18n'
import type { EditedSummary } from '#records/kind/record'
import type { Column } from '#ui/controls/tables/column'

type Text = ReturnType<typeof useText>

export const titleColumn = <Row extends EditedSummary>(label: string): Column<Row> => ({
  id: 'title',
  label,
  isRowHeader: true,
  render: ({ title }) => title,
  sortValue: ({ title }) => title,
  sortField: 'title',
})

/** Sorts records without a date before those with one. */
const undated = '9999'

export const dateColumn = <Row extends EditedSummary>(label: string, t: Text): Column<Row> => ({
  id: 'date',
  label,
  explainsItself: true,
  render: ({ publishedAt }) =>
    publishedAt === null ? (
      <Nothing label={t('life.undated')} />
    ) : (
      <span className="kit-whole">
        <MediumDate at={publishedAt} />
      </span>
    ),
  sortValue: ({ publishedAt }) => publishedAt ?? undated,
  sortField: 'publishedAt',
})

/** A dash with an accessible name. */
export function Nothing({ label }: { label: string }) {
  return (
    <>
      <span className="kit-none" aria-hidden="true">
        –
      </span>
      <span className="kit-hidden">{label}</span>
    </>
  )
}
