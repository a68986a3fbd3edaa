/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- in a narrow list, the elements lose their native roles in some browsers */
import { type FocusEvent, useEffect, useMemo, useRef } from 'react'
import type { Column, Sort } from '#ui/controls/tables/column'
import { cut, HeaderCell } from '#ui/controls/tables/data-table'
import { useNearWindow } from '#ui/controls/use-near-window'
import { useText } from '#i18n/i18n'
import type { Message } from '#features/messages/contract'
import { MessageRow, type RowActions } from './message-row'

export const chunkSize = 25

type Rows = RowActions & {
  openId: number | undefined
  cursor: number | undefined
  isSelected: (id: number) => boolean
  isCompact: boolean
  showsFolder: boolean
}

type MessageListProps = Rows & {
  messages: readonly Message[]
  columns: Column<Message>[]
  sort: Sort
  onSort: (sort: Sort) => void
  selected: number
  onSelectAll: (isSelected: boolean) => void
  onCursor: (id: number) => void
}

/** The table of messages, virtualized so that thousands are fast. */
export function MessageList(props: MessageListProps) {
  const { messages, columns, sort, onSort, selected, onSelectAll, onCursor, ...rows } = props
  const t = useText()
  const chunks = useMemo(() => cut(messages, chunkSize), [messages])
  const follow = ({ target }: FocusEvent<HTMLElement>) => {
    const id = Number(target.closest('tr')?.dataset.message)
    if (id > 0) onCursor(id)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only observes the focus
    <table
      className="inbox-table"
      role="table"
      aria-label={t('messages.table')}
      aria-rowcount={messages.length + 1}
      data-compact={rows.isCompact || undefined}
      onFocus={follow}
    >
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          <th role="columnheader" scope="col" className="inbox-select">
            <SelectAll selected={selected} of={messages.length} onChange={onSelectAll} />
          </th>
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      {chunks.map((chunk, index) => (
        <Chunk key={index} messages={chunk} firstIndex={index * chunkSize + 2} startsDrawn={index === 0} {...rows} />
      ))}
    </table>
  )
}

type SelectAllProps = { selected: number; of: number; onChange: (isSelected: boolean) => void }

function SelectAll({ selected, of, onChange }: SelectAllProps) {
  const t = useText()
  const box = useRef<HTMLInputElement>(null)
  const isAll = selected > 0 && selected === of
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !isAll
  }, [selected, isAll])
  return (
    <label className="inbox-check">
      <input
        type="checkbox"
        ref={box}
        checked={isAll}
        aria-label={t('messages.selectAll')}
        onChange={() => onChange(selected === 0)}
      />
    </label>
  )
}

type ChunkProps = Rows & { messages: Message[]; firstIndex: number; startsDrawn: boolean }

const rowHeight = { compact: 88, wide: 66 }

function Chunk({ messages, firstIndex, startsDrawn, openId, cursor, isSelected, ...row }: ChunkProps) {
  const [body, leftOut] = useNearWindow(
    messages.length,
    startsDrawn,
    row.isCompact ? rowHeight.compact : rowHeight.wide,
  )
  return (
    <tbody role="rowgroup" ref={body}>
      {leftOut === null ? (
        messages.map((message, index) => (
          <MessageRow
            key={message.id}
            message={message}
            rowIndex={firstIndex + index}
            isOpen={message.id === openId}
            isCursor={message.id === cursor}
            isSelected={isSelected(message.id)}
            {...row}
          />
        ))
      ) : (
        <tr aria-hidden="true" className="inbox-gap" style={{ height: leftOut * messages.length }} />
      )}
    </tbody>
  )
}
