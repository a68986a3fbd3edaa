/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- in a narrow list, the elements lose their native roles in some browsers */
import { type FocusEvent, useEffect, useMemo, useRef, type ChangeEvent, memo } from 'react'
import { type Column, type Sort, cut, HeaderCell } from '#ui/controls/tables/data-table'
import { useNearWindow } from '#ui/controls/use-near-window'
import { useText } from '#i18n/i18n'
import type { Message } from '#features/messages/contract'
import { besideControls } from '#ui/controls/event-guards'
import { CheckCircleIcon, ChevronRightIcon, ReplyIcon } from '#ui/controls/buttons/icons'
import { dateTime, shortDate } from '#i18n/dates'
import { usePageLanguage } from '#i18n/language-atom'

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
        className="kit-box"
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

export type RowActions = {
  onOpen: (message: Message) => void
  /** `isStretch`: the range from the last selected message to this one. */
  onSelect: (message: Message, isSelected: boolean, isStretch: boolean) => void
}

type MessageRowProps = RowActions & {
  message: Message
  rowIndex: number
  isOpen: boolean
  /** Keyboard shortcuts apply to it. */
  isCursor: boolean
  isSelected: boolean
  isCompact: boolean
  /** The list contains several folders. */
  showsFolder: boolean
}

/** One message in the list: a table row, in a compact form beside an open message and on phones. */
const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, rowIndex, isOpen, isCursor, isSelected, isCompact, showsFolder, onOpen, onSelect } = props
  const { id, name, email, subject, submittedAt, read, folder, spam, replies } = message
  const t = useText()
  const language = usePageLanguage()
  const viewLabel = t('messages.viewLabel', { name, subject })
  const select = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    onSelect(message, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its button does the same
    <tr
      role="row"
      aria-rowindex={rowIndex}
      aria-current={isOpen || undefined}
      data-message={id}
      data-new={!read || undefined}
      data-cursor={isCursor || undefined}
      data-selected={isSelected || undefined}
      onClick={besideControls(() => onOpen(message))}
    >
      <td role="cell" className="inbox-select">
        <label className="inbox-check">
          <input
            type="checkbox"
            className="kit-box"
            checked={isSelected}
            aria-label={t('messages.select', { name, subject })}
            onChange={select}
          />
        </label>
      </td>
      <td role="cell" className="inbox-status">
        <Status read={read} isCompact={isCompact} />
      </td>
      <th role="rowheader" scope="row" className="inbox-from">
        <span className="inbox-name">{name}</span>
        <span className="inbox-email">{email}</span>
      </th>
      <td role="cell" className="inbox-subject">
        <span className="inbox-line">
          <span className="inbox-title">{subject}</span>
          {replies > 0 && (
            <span className="inbox-replies" title={t('messages.replies', { count: replies })}>
              <ReplyIcon />
              <span aria-hidden="true">{replies}</span>
              <span className="kit-hidden">{t('messages.replies', { count: replies })}</span>
            </span>
          )}
          {folder === 'spam' && (
            <span className="inbox-tag" data-kind="spam" title={spam.reasons.join('\n')}>
              {t('messages.spamShort', { score: spam.score })}
            </span>
          )}
          {showsFolder && folder === 'archive' && <span className="inbox-tag">{t('messages.folder.archive')}</span>}
        </span>
        {/* Generated content, not text: screen readers and find-in-page meet the text once, in the open message. */}
        <span className="inbox-excerpt" data-text={excerptOf(message)} />
      </td>
      <td role="cell" className="inbox-date">
        <time dateTime={submittedAt} title={isCompact ? dateTime(submittedAt, language) : undefined}>
          {isCompact ? shortDate(submittedAt, language) : dateTime(submittedAt, language)}
        </time>
      </td>
      <td role="cell" className="inbox-actions">
        <button
          type="button"
          className="kit-button inbox-view"
          data-variant="secondary"
          aria-label={viewLabel}
          onClick={() => onOpen(message)}
        >
          {isCompact ? <ChevronRightIcon /> : t('messages.view')}
        </button>
      </td>
    </tr>
  )
})

function Status({ read, isCompact }: { read: boolean; isCompact: boolean }) {
  const t = useText()
  if (read)
    return (
      <span className="inbox-read" title={t('messages.read')}>
        {!isCompact && <CheckCircleIcon />}
        <span className="kit-hidden">{t('messages.read')}</span>
      </span>
    )
  if (!isCompact) return <span className="kit-badge">{t('messages.new')}</span>
  return (
    <span className="inbox-dot">
      <span className="kit-hidden">{t('messages.new')}</span>
    </span>
  )
}

const longestExcerpt = 160

const excerptOf = ({ message }: Message) =>
  message.slice(0, longestExcerpt).replaceAll(/\s+/g, ' ').trim().toWellFormed()
