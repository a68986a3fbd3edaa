import { useMemo, useState } from 'react'
import type { Selection } from '#ui/controls/tables/data-table'
import { useText } from '#i18n/i18n'
import type { EditedSummary } from '#records/kind/record'

/** The selected rows of a list, while selection is on. */
export function useSelectedRows() {
  const t = useText()
  const [isOn, setIsOn] = useState(false)
  const [selected, setSelected] = useState<ReadonlyMap<number, EditedSummary>>(new Map())
  const clear = () => setSelected(new Map())
  const selection = useMemo<Selection<EditedSummary> | undefined>(
    () =>
      isOn
        ? {
            has: ({ id }) => selected.has(id),
            onSelect: (rows, isSelected) =>
              setSelected((before) => {
                const next = new Map(before)
                for (const row of rows) {
                  if (isSelected) next.set(row.id, row)
                  else next.delete(row.id)
                }
                return next
              }),
            nameOf: ({ title }) => t('bulk.select', { title }),
            allLabel: t('bulk.selectAll'),
          }
        : undefined,
    [isOn, selected, t],
  )
  return {
    isOn,
    rows: [...selected.values()],
    selection,
    clear,
    toggle: () => {
      clear()
      setIsOn(!isOn)
    },
  }
}
