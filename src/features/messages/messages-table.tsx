import { useAtomValue } from 'jotai'
import { useCallback, useMemo, useRef, useState } from 'react'
import { Button } from '#base/controls/button'
import type { Column } from '#base/controls/column'
import { DataTable } from '#base/controls/data-table'
import { CheckCircleIcon } from '#base/controls/icons'
import { focusedRow, rescueFocus } from '#base/editing/focus'
import { useText } from '#base/i18n/i18n'
import { dateTime } from '#base/i18n/dates'
import { languageAtom } from '#base/i18n/language-atom'
import type { Message } from './contract'
import { MessageDialog } from './message-dialog'
import { useMarkMessage } from './use-mark-message'

export function MessagesTable({ messages }: { messages: Message[] }) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const mark = useMarkMessage()
  const [chosenId, setChosenId] = useState<number>()
  const [isOpen, setOpen] = useState(false)
  const chosen = messages.find((message) => message.id === chosenId)
  const row = useRef<string>(undefined)
  const close = () => {
    setOpen(false)
    // A message that has been read may stand elsewhere in the order by now.
    rescueFocus(row.current)
  }
  const markNew = (message: Message) => {
    mark(message.id, false)
    close()
  }

  const open = useCallback(
    (message: Message) => {
      row.current = focusedRow()
      setChosenId(message.id)
      setOpen(true)
      if (!message.read) mark(message.id, true)
    },
    [mark],
  )

  const columns = useMemo<Column<Message>[]>(
    () => [
      {
        id: 'status',
        label: t('messages.status'),
        sortValue: ({ read }) => Number(read),
        render: ({ read }) => <Status read={read} />,
      },
      {
        id: 'from',
        label: t('messages.from'),
        isRowHeader: true,
        sortValue: ({ name }) => name,
        render: ({ name, email }) => (
          <span className="message-person">
            <span>{name}</span>
            <span>{email}</span>
          </span>
        ),
      },
      {
        id: 'subject',
        label: t('messages.subject'),
        sortValue: ({ subject }) => subject,
        render: ({ subject }) => subject,
      },
      {
        id: 'date',
        label: t('messages.date'),
        sortValue: ({ submittedAt }) => submittedAt,
        render: ({ submittedAt }) => <time dateTime={submittedAt}>{dateTime(submittedAt, language)}</time>,
      },
      {
        id: 'actions',
        label: t('messages.actions'),
        align: 'end',
        render: (message) => (
          <Button
            onPress={() => open(message)}
            aria-label={t('messages.viewLabel', { name: message.name, subject: message.subject })}
          >
            {t('messages.view')}
          </Button>
        ),
      },
    ],
    [t, language, open],
  )

  return (
    <>
      <DataTable
        label={t('messages.table')}
        columns={columns}
        rows={messages}
        filterText={textOf}
        filterLabel={t('messages.filter')}
        noMatch={t('messages.noMatch')}
        matches={(count) => t('table.matches', { count })}
        initialSort={newestFirst}
        onOpen={open}
      />
      {chosen && <MessageDialog message={chosen} isOpen={isOpen} onClose={close} onMarkNew={() => markNew(chosen)} />}
    </>
  )
}

function Status({ read }: { read: boolean }) {
  const t = useText()
  if (!read) return <span className="kit-badge">{t('messages.new')}</span>
  return (
    <span className="message-read" title={t('messages.read')}>
      <CheckCircleIcon />
      <span className="kit-hidden">{t('messages.read')}</span>
    </span>
  )
}

const textOf = ({ name, email, subject, message }: Message) => `${name} ${email} ${subject} ${message}`
const newestFirst = { column: 'date', direction: 'descending' } as const
