import { useState } from 'react'
import { LongDate } from '#i18n/long-date'
import { useText } from '#i18n/i18n'
import { customPageKind, type EditedCustomPageSummary } from '#features/custom-pages/contract'
import { type BlockTypeName, blockTypes } from '#features/custom-pages/blocks/block-types'
import { TypePicture } from '#features/custom-pages/blocks/type-pictures'
import { patterns } from '#features/custom-pages/patterns/patterns'
import { BlockPicturesContext } from '#records/editor/nested/block-pictures'
import type { EditedRecord } from '#records/kind/record'
import { RecordAsideContext } from '#records/screen/life/record-aside'
import { RecordScreen } from '#records/screen/record-screen'
import { RecordViews, useViewsNote } from './numbers/record-views'
import { PutIntoMenu } from './site/put-into-menu'

/** Custom pages, which consist of blocks; the texts of the built-in pages have a screen of their own. */
export function PagesScreen() {
  const t = useText()
  const viewsNote = useViewsNote(customPageKind)
  const [published, setPublished] = useState<EditedRecord>()
  const beginnings = Object.entries(patterns).map(([id, { title, page }]) => ({ id, label: t(title), record: page }))
  return (
    <BlockPicturesContext value={pictureOf}>
      <RecordAsideContext value={views}>
        <RecordScreen
          kind={customPageKind}
          heading="adminNav.customPages"
          columns={usePageColumns()}
          noteOf={(row) => [`/${row.slug}/`, viewsNote(row)].filter(Boolean).join(' · ')}
          beginnings={beginnings}
          onPublished={setPublished}
          notice={
            published && <PutIntoMenu key={published.id} page={published} onDone={() => setPublished(undefined)} />
          }
        />
      </RecordAsideContext>
    </BlockPicturesContext>
  )
}

const pictureOf = (type: string) => (isBlockType(type) ? <TypePicture type={type} /> : undefined)
const isBlockType = (type: string): type is BlockTypeName => Object.hasOwn(blockTypes, type)

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

const views = (record: EditedRecord) => <RecordViews kind={customPageKind} record={record} />
