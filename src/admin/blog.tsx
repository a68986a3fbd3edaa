import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { LongDate } from '#i18n/long-date'
import { useText } from '#i18n/i18n'
import { type EditedPostSummary, postKind } from '#features/posts/contract'
import { parseObject } from '#text/parse-json'
import { records, text } from '#text/reading'
import { pageQuery } from '#features/pages/queries'
import { SuggestionsContext } from '#records/editor/fields/suggested-field'
import type { EditedRecord } from '#records/kind/record'
import { RecordAsideContext } from '#records/screen/life/record-aside'
import { RecordScreen } from '#records/screen/record-screen'
import { SendAsLetter } from './newsletters/send-as-letter'
import { RecordViews, useViewsNote } from './numbers/record-views'

export function BlogScreen() {
  const viewsNote = useViewsNote(postKind)
  return (
    <SuggestionsContext value={{ author: useTeam() }}>
      <RecordAsideContext value={beside}>
        <RecordScreen
          kind={postKind}
          heading="adminNav.posts"
          columns={usePostColumns()}
          initialSort={{ column: 'date', direction: 'descending' }}
          pictureOf={({ imageUrl }) => imageUrl}
          noteOf={(row) => [row.category, row.author, viewsNote(row)].filter(Boolean).join(' · ')}
        />
      </RecordAsideContext>
    </SuggestionsContext>
  )
}

/** The people of the about page: who may have written a post. */
function useTeam(): string[] {
  const { data: about } = useQuery(pageQuery('about'))
  return useMemo(
    () => records(parseObject(about?.content), 'team').flatMap((person) => text(person, 'name') ?? []),
    [about],
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
      sortField: 'title',
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
      sortField: 'publishedAt',
    },
  ]
}

const beside = (record: EditedRecord) => (
  <>
    <RecordViews kind={postKind} record={record} />
    <SendAsLetter record={record} />
  </>
)
