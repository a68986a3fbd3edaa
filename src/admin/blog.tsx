import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useText } from '#i18n/i18n'
import { type EditedPostSummary, postKind } from '#features/posts/contract'
import { parseObject } from '#text/parse-json'
import { records, text } from '#text/reading'
import { pageContentQuery } from '#features/page-contents/queries'
import { SuggestionsContext } from '#records/editor/fields/record-field'
import type { EditedRecord } from '#records/kind/record'
import { RecordAsideContext, RecordScreen } from '#records/screen/record-screen'
import { dateColumn, titleColumn } from '#records/screen/list/record-table'
import { SendAsNewsletter } from '#features/newsletters/screens/send-as-newsletter'
import { RecordViews, useViewsNote } from '#features/visits/screens/record-views'

export function BlogScreen() {
  const t = useText()
  const viewsNote = useViewsNote(postKind)
  return (
    <SuggestionsContext value={{ author: useTeam() }}>
      <RecordAsideContext value={beside}>
        <RecordScreen<EditedPostSummary>
          kind={postKind}
          heading="adminNav.posts"
          columns={[titleColumn(t('post.title')), dateColumn(t('post.date'), t)]}
          initialSort={{ column: 'date', direction: 'descending' }}
          pictureOf={({ imageUrl }) => imageUrl}
          noteOf={(row) => [row.category, row.author, viewsNote(row)].filter(Boolean).join(' · ')}
        />
      </RecordAsideContext>
    </SuggestionsContext>
  )
}

/** The people of the about page, suggested as authors. */
function useTeam(): string[] {
  const { data: about } = useQuery(pageContentQuery('about'))
  return useMemo(
    () => records(parseObject(about?.content), 'team').flatMap((person) => text(person, 'name') ?? []),
    [about],
  )
}

const beside = (record: EditedRecord) => (
  <>
    <RecordViews kind={postKind} record={record} />
    <SendAsNewsletter record={record} />
  </>
)
