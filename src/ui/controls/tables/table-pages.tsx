import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Group } from 'react-aria-components'
import { useText } from '#i18n/i18n'
import { IconButton } from '#ui/controls/buttons/button'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/controls/buttons/icons'

/** A page of a list: the server has `total` rows, `first` of which are before the shown ones. */
export type Served = {
  /** Whether the rows are filtered. */
  isFiltered: boolean
  /** Whether other rows are loading. */
  isBusy: boolean
  first: number
  total: number
  /** Absent if there is no such page. */
  onPrevious?: () => void
  onNext?: () => void
}

type TablePagesProps = Pick<Served, 'first' | 'total' | 'onPrevious' | 'onNext'> & {
  label: string
  count: number
  ref: RefObject<HTMLDivElement | null>
  /** The pagination above the table, which receives the focus after the one below it was used. */
  above?: RefObject<HTMLDivElement | null>
}

/** The shown range of a long list, and buttons to the previous and next page. */
export function TablePages({ label, first, count, total, onPrevious, onNext, ref, above }: TablePagesProps) {
  const t = useText()
  const turned = useRef<number>(undefined)
  // A disabled button loses the focus, so the other one gets it.
  useLayoutEffect(() => {
    const buttons = [...((above ?? ref).current?.querySelectorAll('button') ?? [])]
    const pressed = turned.current === undefined ? undefined : buttons[turned.current]
    if (pressed?.disabled) buttons.find(({ disabled }) => !disabled)?.focus()
    else if (above) pressed?.focus()
    turned.current = undefined
  })
  const turn = (to: (() => void) | undefined, at: number) => () => {
    turned.current = at
    to?.()
  }
  const part = t('table.part', { from: first + 1, to: first + count, total })
  return (
    <Group className="kit-table-pages" aria-label={label} ref={ref}>
      {above ? <span>{part}</span> : <output>{part}</output>}
      <IconButton
        label={t('table.previous')}
        icon={<ChevronLeftIcon />}
        isDisabled={!onPrevious}
        onPress={turn(onPrevious, 0)}
      />
      <IconButton label={t('table.next')} icon={<ChevronRightIcon />} isDisabled={!onNext} onPress={turn(onNext, 1)} />
    </Group>
  )
}
