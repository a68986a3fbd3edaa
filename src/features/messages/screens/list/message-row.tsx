/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- in a narrow list, the elements lose their native roles in some browsers */
import { type ChangeEvent, memo } from 'react'
import { besideControls } from '#ui/controls/beside-controls'
import { CheckCircleIcon, ChevronRightIcon, ReplyIcon } from '#ui/controls/buttons/icons'
import { dateTime, shortDate } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import type { Message } from '#features/messages/contract'

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
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
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
