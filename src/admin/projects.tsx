import { StarFilledIcon } from '#ui/controls/buttons/icons'
import type { Column } from '#ui/controls/tables/data-table'
import { useText } from '#i18n/i18n'
import { projectKind, type EditedProjectSummary } from '#features/projects/contract'
import type { EditedRecord } from '#records/kind/record'
import { RecordAsideContext, RecordScreen } from '#records/screen/record-screen'
import { Nothing, titleColumn } from '#records/screen/list/record-table'
import { RecordViews, useViewsNote } from '#features/visits/screens/record-views'

export function ProjectsScreen() {
  return (
    <RecordAsideContext value={views}>
      <RecordScreen
        kind={projectKind}
        heading="adminNav.projects"
        columns={useProjectColumns()}
        pictureOf={({ imageUrl }) => imageUrl}
        noteOf={useViewsNote(projectKind)}
      />
    </RecordAsideContext>
  )
}

function useProjectColumns(): Column<EditedProjectSummary>[] {
  const t = useText()
  return [
    titleColumn(t('project.title')),
    {
      id: 'category',
      label: t('project.category'),
      render: ({ category }) => category,
      sortValue: ({ category }) => category,
      sortField: 'category',
    },
    {
      id: 'featured',
      label: t('project.featured'),
      render: ({ isFeatured }) =>
        isFeatured ? (
          <span className="edit-featured">
            <StarFilledIcon />
            <span className="kit-hidden">{t('project.isFeatured')}</span>
          </span>
        ) : (
          <Nothing label={t('project.notFeatured')} />
        ),
      sortValue: ({ isFeatured }) => (isFeatured ? 0 : 1),
      sortField: '-isFeatured',
    },
  ]
}

const views = (record: EditedRecord) => <RecordViews kind={projectKind} record={record} />
