import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { NothingFound } from '#ui/controls/states/nothing-found'
import { SearchBox } from '#ui/controls/fields/search-box'
import { LoadFailed } from '#ui/controls/states/load-failed'
import { Spinner } from '#ui/controls/states/spinner'
import { useMedia } from '#ui/controls/use-media'
import { useText } from '#i18n/i18n'
import { Link } from '#ui/link'
import { mailQuery } from '#features/outbox/queries'
import { EmptyFolder } from './folders/empty-folder'
import { FolderLinks } from './folders/folder-links'
import { useInboxAddress } from './folders/inbox-address'
import { MessageList } from './list/message-list'
import type { RowActions } from './list/message-row'
import { OpenMessage } from './message/open-message'
import { SelectionBar } from './list/selection-bar'
import { matchesWords } from './list/shown-messages'
import { useInboxWork } from './use-inbox-work'
import { useListing } from './list/use-listing'
import { useSteady } from './list/use-newest'
import { useWords } from './use-words'

/** Above this width an open message is shown beside the list. */
const wide = '(min-width: 1200px) and (min-height: 30rem)'
const narrow = '(max-width: 767px)'

type InboxProps = { hasLetters: boolean; onHelp: () => void }

/** The messages of a folder and, beside or over them, the open one. */
export function Inbox({ hasLetters, onHelp }: InboxProps) {
  const t = useText()
  const address = useInboxAddress()
  const { folder, message: openId, hrefOf } = address
  const [typed, setTyped] = useWords(address.q, address.lookFor)
  const { messages, spam, held, shown, words, columns, sort, setSort, counts } = useListing(folder, typed)
  const sendsMail = useQuery(mailQuery()).data?.configured === true
  const isWide = useMedia(wide)
  const searchBox = useRef<HTMLInputElement>(null)
  const isSplit = isWide && openId !== undefined
  const isCompact = useMedia(narrow) || isSplit
  const work = useInboxWork({ address, messages, shown, isWide, sendsMail, hasLetters, searchBox, onHelp })
  const { selection, actions } = work

  const onOpen = useSteady(work.open)
  const onSelect = useSteady<Parameters<RowActions['onSelect']>>(({ id }, isSelected, isStretch) =>
    isStretch ? selection.setUpTo(id, isSelected) : selection.set(id, isSelected),
  )
  const isAwaited = (folder === 'spam' || folder === 'all') && !spam.data
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
        {isAwaited && spam.isError ? (
          <LoadFailed text="messages.failed" onRetry={() => void spam.refetch()} />
        ) : isAwaited ? (
          <Spinner label={t('messages.loading')} />
        ) : held.length === 0 && words === '' ? (
          <EmptyFolder folder={folder} isFirst={counts.archive === 0} />
        ) : (
          shown.length > 0 && (
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
        )}
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
        <output className="kit-hidden">{work.told}</output>
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
