import { Button } from '#ui/controls/buttons/button'
import { useText } from '#i18n/i18n'
import type { EditedSummary } from '#records/kind/record'
import type { BulkWay } from './use-bulk'

type BulkBarProps = {
  rows: readonly EditedSummary[]
  isTrash: boolean
  isPending: boolean
  onWay: (way: BulkWay) => void
}

/** What can be done with all that is selected. */
export function BulkBar({ rows, isTrash, isPending, onWay }: BulkBarProps) {
  const t = useText()
  const ways: BulkWay[] = isTrash ? ['restore'] : ['publish', 'unpublish', 'trash']
  return (
    <div className="edit-bulk" role="toolbar" aria-label={t('bulk.label')}>
      <output>{t('bulk.selected', { count: rows.length })}</output>
      {ways.map((way) => (
        <Button key={way} isDisabled={rows.length === 0} isPending={isPending} onPress={() => onWay(way)}>
          {t(`bulk.${way}`)}
        </Button>
      ))}
    </div>
  )
}
