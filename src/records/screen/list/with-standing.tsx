import type { ReactNode } from 'react'
import type { EditedSummary } from '#records/kind/record'
import type { Column } from '#ui/controls/tables/column'
import { RowPicture } from './row-picture'
import { Standing } from './standing'
import { TranslationBadges } from './translation-badge'

/** The title of a record leads to its editor, and says how it stands. */
export const withStanding = <Summary extends EditedSummary>(
  column: Column<Summary>,
  link: (row: Summary, title: ReactNode) => ReactNode,
  pictureOf: ((row: Summary) => string) | undefined,
  noteOf: (row: Summary) => string = () => '',
): Column<Summary> =>
  column.isRowHeader
    ? {
        ...column,
        render: (row) => (
          <>
            {pictureOf && <RowPicture address={pictureOf(row)} />}
            <span className="edit-row-title">
              {link(row, column.render(row))}
              <Standing record={row} />
              <TranslationBadges translation={row.translation} />
              {noteOf(row) !== '' && <span className="edit-row-note">{noteOf(row)}</span>}
            </span>
          </>
        ),
      }
    : column
