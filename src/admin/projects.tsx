import { StarFilledIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import { projectKind, type EditedProjectSummary } from '#features/projects/contract'
import type { EditedRecord } from '#records/kind/record'
import { RecordAsideContext } from '#records/screen/life/record-aside'
import { RecordScreen } from '#records/screen/record-screen'
import { RecordViews, useViewsNote } from './numbers/record-views'

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

function useProjectColumns() {
  const t = useText()
  return [
    {
      id: 'title',
      label: t('project.title'),
      isRowHeader: true,
      render: ({ title }: EditedProjectSummary) => title,
      sortValue: ({ title }: EditedProjectSummary) => title,
      sortField: 'title',
    },
    {
      id: 'category',
      label: t('project.category'),
      render: ({ category }: EditedProjectSummary) => category,
      sortValue: ({ category }: EditedProjectSummary) => category,
      sortField: 'category',
    },
    {
      id: 'featured',
      label: t('project.featured'),
      render: ({ isFeatured }: EditedProjectSummary) =>
        isFeatured ? (
          <span className="edit-featured">
            <StarFilledIcon />
            <span className="kit-hidden">{t('project.isFeatured')}</span>
          </span>
        ) : (
          <>
            <span aria-hidden="true">–</span>
            <span className="kit-hidden">{t('project.notFeatured')}</span>
          </>
        ),
      sortValue: ({ isFeatured }: EditedProjectSummary) => (isFeatured ? 0 : 1),
      sortField: '-isFeatured',
    },
  ]
}

const views = (record: EditedRecord) => <RecordViews kind={projectKind} record={record} />
