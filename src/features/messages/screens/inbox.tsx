import { useQuery } from '@tanstack/react-query'
import { useRef, useEffect, useEffectEvent, useState, useDeferredValue, useMemo } from 'react'
import { useLocale } from 'react-aria-components'
import { NothingFound, EmptyState, LoadFailed } from '#ui/controls/states/states'
import { SearchBox } from '#ui/controls/fields/text-field'
import { Spinner } from '#ui/controls/states/spinner'
import { useMedia } from '#ui/controls/use-media'
import { useText } from '#i18n/i18n'
import { Link } from '#ui/link'
import { mailQuery } from '#client/mail-query'
import { type Column, type Sort, sorted } from '#ui/controls/tables/data-table'
import type { Message } from '#features/messages/contract'
import { ArchiveIcon, CheckCircleIcon, MessageIcon, SpamIcon } from '#ui/controls/buttons/icons'
import { useInboxAddress, matchesWords, type ShownFolder, isIn, shownFolders } from './list/shown-messages'
import { MessageList, type RowActions } from './list/message-list'
import { OpenMessage } from './message/open-message'
import { SelectionBar } from './list/selection-bar'
import { useInboxWork, useSteady } from './use-inbox-work'
import { useMessages } from './use-messages'

/** The messages of a folder that match the search words, in order, and the known counts of all folders. */
function useListing(folder: ShownFolder, typed: string) {
  const { messages, spam } = useMessages()
  const words = useDeferredValue(typed)
  const { locale } = useLocale()
  const columns = useColumns()
  const [sort, setSort] = useState<Sort>(newestFirst)
  const held = useMemo(() => messages.filter(isIn(folder)), [messages, folder])
  const shown = useMemo(
    () =>
      sorted(
        held.filter(matchesWords(words)),
        columns,
        sort,
        new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }),
      ),
    [held, words, columns, sort, locale],
  )
  const counts = useMemo(() => countFolders(messages, spam.data !== undefined), [messages, spam.data])
  const isAwaited = (folder === 'spam' || folder === 'all') && !spam.data
  return { messages, spam, isAwaited, held, shown, words, columns, sort, setSort, counts }
}

const newestFirst = { column: 'date', direction: 'descending' } as const

/** Headers only; the rows render their cells. */
function useColumns(): Column<Message>[] {
  const t = useText()
  return useMemo(
    () => [
      { id: 'status', label: t('messages.status'), sortValue: ({ read }) => Number(read) },
      { id: 'from', label: t('messages.from'), sortValue: ({ name }) => name },
      { id: 'subject', label: t('messages.subject'), sortValue: ({ subject }) => subject },
      { id: 'date', label: t('messages.date'), sortValue: ({ submittedAt }) => submittedAt },
      { id: 'actions', label: t('messages.actions'), align: 'end' },
    ],
    [t],
  )
}

function countFolders(messages: readonly Message[], knowsSpam: boolean): Partial<Record<ShownFolder, number>> {
  const known = shownFolders.filter((folder) => knowsSpam || folder === 'inbox' || folder === 'archive')
  return Object.fromEntries(known.map((folder) => [folder, messages.filter(isIn(folder)).length]))
}

const pause = 300

/** Above this width an open message is shown beside the list. */
const wide = '(min-width: 1200px) and (min-height: 30rem)'
const narrow = '(max-width: 767px)'

type InboxProps = { hasLetters: boolean; onHelp: () => void }

/** The messages of a folder, and the open one beside or above them. */
export function Inbox({ hasLetters, onHelp }: InboxProps) {
  const t = useText()
  const address = useInboxAddress()
  const { folder, message: openId, hrefOf } = address
  const [typed, setTyped] = useWords(address.q, address.lookFor)
  const listing = useListing(folder, typed)
  const { messages, held, shown, words, counts, isAwaited } = listing
  const sendsMail = useQuery(mailQuery()).data?.configured === true
  const isWide = useMedia(wide)
  const searchBox = useRef<HTMLInputElement>(null)
  const isSplit = isWide && openId !== undefined
  const isCompact = useMedia(narrow) || isSplit
  const work = useInboxWork({ address, messages, shown, isWide, sendsMail, hasLetters, searchBox, onHelp })
  const { selection, actions } = work

  const elsewhere = words === '' || folder === 'all' ? 0 : messages.filter(matchesWords(words)).length
  return (
    <div className="inbox" data-split={isSplit || undefined}>
      <div className="inbox-head">
        <FolderLinks
          current={folder}
          counts={counts}
          hrefOf={(one) => hrefOf({ folder: one, q: typed, message: undefined })}
        />
        <div className="inbox-tools">
          <SearchBox label={t('messages.filter')} value={typed} onChange={setTyped} ref={searchBox} />
          {selection.selected.length > 0 && (
            <SelectionBar
              messages={selection.selected}
              hasKeys={hasLetters}
              onAction={(action) => actions.run(action, selection.selected)}
              onClear={selection.clear}
            />
          )}
        </div>
      </div>
      <div className="inbox-list">
        <FolderMessages {...{ listing, work, folder, openId, isCompact }} />
        <NothingFound
          words={shown.length === 0 && words !== '' && !isAwaited ? words : undefined}
          onClear={() => {
            setTyped('')
            searchBox.current?.focus()
          }}
        />
        {shown.length === 0 && elsewhere > 0 && (
          <p className="inbox-elsewhere">
            <Link href={hrefOf({ folder: 'all', q: typed, message: undefined })}>
              {t('messages.elsewhere', { count: elsewhere })}
            </Link>
          </p>
        )}
        <output className="kit-hidden">
          {words !== '' && shown.length > 0
            ? t('table.matches', { count: shown.length })
            : t('messages.listed', { folder: t(`messages.folder.${folder}`), count: held.length })}
        </output>
        <output className="kit-hidden">{work.announcement}</output>
      </div>
      {openId !== undefined && (
        <OpenMessage
          id={openId}
          listed={work.opened}
          place={work.place}
          of={shown.length}
          isBeside={isWide}
          sendsMail={sendsMail}
          hasKeys={hasLetters}
          isReplying={work.isReplying}
          onReply={work.reply}
          onStep={work.step}
          onAction={actions.run}
          onClose={address.closeMessage}
        />
      )}
      {actions.question}
    </div>
  )
}

type FolderMessagesProps = {
  listing: ReturnType<typeof useListing>
  work: ReturnType<typeof useInboxWork>
  folder: ShownFolder
  openId: number | undefined
  isCompact: boolean
}

/** The list, or the message of an empty or failed one. */
function FolderMessages({ listing, work, folder, openId, isCompact }: FolderMessagesProps) {
  const t = useText()
  const { spam, held, shown, words, columns, sort, setSort, counts, isAwaited } = listing
  const { selection } = work
  const onOpen = useSteady(work.open)
  const onSelect = useSteady<Parameters<RowActions['onSelect']>>(({ id }, isSelected, isStretch) =>
    isStretch ? selection.setUpTo(id, isSelected) : selection.set(id, isSelected),
  )
  if (isAwaited && spam.isError) return <LoadFailed text="messages.failed" onRetry={() => void spam.refetch()} />
  if (isAwaited) return <Spinner label={t('messages.loading')} />
  if (held.length === 0 && words === '') return <EmptyFolder folder={folder} isFirst={counts.archive === 0} />
  if (shown.length === 0) return null
  return (
    <MessageList
      messages={shown}
      columns={columns}
      sort={sort}
      onSort={setSort}
      openId={openId}
      cursor={work.cursor}
      onCursor={work.setCursor}
      selected={selection.selected.length}
      isSelected={selection.has}
      onSelect={onSelect}
      onSelectAll={selection.setAll}
      onOpen={onOpen}
      isCompact={isCompact}
      showsFolder={folder === 'all'}
    />
  )
}

/** The search text: written to the URL after a pause in typing, and read from it when it changes by navigation. */
function useWords(inAddress: string, lookFor: (words: string) => void) {
  const [typed, setTyped] = useState(inAddress)
  const lastWords = useRef(inAddress)
  const report = useEffectEvent((words: string) => {
    if (words === inAddress) return
    lastWords.current = words
    lookFor(words)
  })
  useEffect(() => {
    const timer = setTimeout(() => report(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    if (inAddress === lastWords.current) return
    lastWords.current = inAddress
    setTyped(inAddress)
  }, [inAddress])
  return [typed, setTyped] as const
}

type FolderLinksProps = {
  current: ShownFolder
  /** The number of messages in each folder; unknown ones are absent. */
  counts: Partial<Record<ShownFolder, number>>
  hrefOf: (folder: ShownFolder) => string
}

function FolderLinks({ current, counts, hrefOf }: FolderLinksProps) {
  const t = useText()
  return (
    <nav className="inbox-folders" aria-label={t('messages.folders')}>
      <ul>
        {shownFolders.map((folder) => {
          const count = counts[folder]
          return (
            <li key={folder}>
              <Link href={hrefOf(folder)} aria-current={folder === current ? 'page' : undefined}>
                {t(`messages.folder.${folder}`)}
                {count !== undefined && (
                  <>
                    {' '}
                    <span className="inbox-count">{count}</span>
                  </>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

type EmptyFolderProps = {
  folder: ShownFolder
  /** All messages are spam. */
  isFirst: boolean
}

function EmptyFolder({ folder, isFirst }: EmptyFolderProps) {
  const t = useText()
  if (folder === 'archive')
    return (
      <EmptyState icon={<ArchiveIcon />} title={t('messages.empty.archive')} text={t('messages.empty.archiveText')} />
    )
  if (folder === 'spam')
    return <EmptyState icon={<SpamIcon />} title={t('messages.empty.spam')} text={t('messages.empty.spamText')} />
  if (isFirst || folder === 'all') return <EmptyState icon={<MessageIcon />} title={t('messages.empty')} />
  return (
    <EmptyState icon={<CheckCircleIcon />} title={t('messages.empty.inbox')} text={t('messages.empty.inboxText')} />
  )
}
