import { useDeferredValue, useMemo, useState } from 'react'
import { useLocale } from 'react-aria-components'
import type { Column, Sort } from '#ui/controls/tables/column'
import { sorted } from '#ui/controls/tables/data-table'
import { useText } from '#i18n/i18n'
import type { Message } from '#features/messages/contract'
import { matchesWords, isIn, type ShownFolder, shownFolders } from './shown-messages'
import { useMessages } from '../use-messages'

/** The messages of a folder that match the search words, in order, and the known counts of all folders. */
export function useListing(folder: ShownFolder, typed: string) {
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
