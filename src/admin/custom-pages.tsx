import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { byLanguage } from '#i18n/by-language'
import { useText } from '#i18n/i18n'
import { customPageKind } from '#features/custom-pages/contract'
import { type BlockTypeName, blockTypes } from '#features/custom-pages/blocks/block-types'
import { PagePicture, TypePicture } from '#features/custom-pages/blocks/type-pictures'
import { type PatternPage, patterns } from '#features/custom-pages/patterns/patterns'
import { BlockPicturesContext } from '#records/editor/nested/block-stage'
import type { EditedRecord } from '#records/kind/record'
import { siteQuery } from '#features/settings/queries'
import { localize } from '#records/translation/localize'
import { RecordAsideContext, RecordScreen } from '#records/screen/record-screen'
import { dateColumn, titleColumn } from '#records/screen/list/record-table'
import { RecordViews, useViewsNote } from '#features/visits/screens/record-views'
import { PlaceOnSite, PutIntoMenu } from './site/put-into-menu'

/** Custom pages, which consist of blocks; the texts of the built-in pages have a screen of their own. */
export function CustomPagesScreen() {
  const t = useText()
  const viewsNote = useViewsNote(customPageKind)
  const { data: site } = useQuery(siteQuery())
  const [published, setPublished] = useState<EditedRecord>()
  const beginnings = Object.entries(patterns).map(([id, { title, page }]) => ({
    id,
    label: t(title),
    contents: contentsOf(page, (type) => t(`custom-page.blocks.${type}`)),
    picture: <PagePicture types={typesOf(page)} />,
    titles: byLanguage((language) => localize(page, language).title),
    record: page,
  }))
  return (
    <BlockPicturesContext value={pictureOf}>
      <RecordAsideContext value={aside}>
        <RecordScreen
          kind={customPageKind}
          heading="adminNav.customPages"
          columns={[titleColumn(t('custom-page.title')), dateColumn(t('custom-page.publishedAt'), t)]}
          noteOf={(row) =>
            [row.id === site?.home?.page ? t('site.place.isHome') : `/${row.slug}/`, viewsNote(row)]
              .filter(Boolean)
              .join(' · ')
          }
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

/** The types of a page's blocks, in order. */
const typesOf = ({ blocks }: PatternPage) => blocks.map(({ type }) => type).filter((type) => isBlockType(type))

/** The types of a page's blocks in one line, each once: *Hero, questions ×3, contact form*. */
function contentsOf(page: PatternPage, labelOf: (type: BlockTypeName) => string): string {
  const types = typesOf(page)
  const labels = [...new Set(types)].map((type, at) => {
    const count = types.filter((other) => other === type).length
    const label = at === 0 ? labelOf(type) : labelOf(type).toLowerCase()
    return count > 1 ? `${label} ×${count}` : label
  })
  return labels.join(', ')
}

const pictureOf = (type: string) => (isBlockType(type) ? <TypePicture type={type} /> : undefined)
const isBlockType = (type: string): type is BlockTypeName => Object.hasOwn(blockTypes, type)

const aside = (record: EditedRecord) => (
  <>
    <PlaceOnSite page={record} />
    <RecordViews kind={customPageKind} record={record} />
  </>
)
