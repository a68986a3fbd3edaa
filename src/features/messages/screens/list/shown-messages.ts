import { folded } from '#text/fold'
import type { Message, MessageChange } from '#features/messages/contract'
import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** A pending change of a message. */
export type Change = { id: number; to: MessageChange | 'deleted' }

export const shownFolders = ['inbox', 'archive', 'spam', 'all'] as const
export type ShownFolder = (typeof shownFolders)[number]

/** Messages without a folder are in the inbox: a process of the previous release returns none. */
export const isIn =
  (shown: ShownFolder) =>
  ({ folder }: Message): boolean =>
    shown === 'all' || (shown === 'inbox' ? folder !== 'archive' && folder !== 'spam' : folder === shown)

/** Whether all words occur in a message, ignoring case and accents, like the API's search. */
export function matchesWords(words: string): (message: Message) => boolean {
  const wanted = folded(words).split(/\s+/).filter(Boolean)
  return ({ name, email, subject, message }) => {
    const text = folded(`${name} ${email} ${subject} ${message}`)
    return wanted.every((word) => text.includes(word))
  }
}

/** The next message in the list after those that leave it, or the last one before them. */
export function nextAfter(shown: readonly Message[], gone: ReadonlySet<number>): Message | undefined {
  const last = shown.findLastIndex(({ id }) => gone.has(id))
  const stays = ({ id }: Message) => !gone.has(id)
  return shown.slice(last + 1).find(stays) ?? shown.slice(0, Math.max(last, 0)).findLast(stays)
}

/** The messages that leave the folder by these changes. */
export function leavingFrom(shown: ShownFolder, changes: readonly Change[]): ReadonlySet<number> {
  const leaves = ({ to }: Change) =>
    to === 'deleted' || (shown !== 'all' && to.folder !== undefined && to.folder !== shown)
  return new Set(changes.filter(leaves).map(({ id }) => id))
}

type InboxQuery = { folder: ShownFolder; q: string; message: number | undefined }

/**
 * The folder, search words and open message in the URL. Opening a message pushes a history entry, and stepping to the next
 * one replaces it, so that Back returns to the list.
 */
export function useInboxAddress() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const asked = readSearch(search)
  const hrefOf = (change: Partial<InboxQuery>) => pathname + toSearch({ ...asked, ...change })
  const isStep = useRef(false)
  return {
    ...asked,
    hrefOf,
    openMessage: (message: number) => {
      isStep.current ||= asked.message === undefined
      navigate(hrefOf({ message }), { replace: asked.message !== undefined })
    },
    closeMessage: () => {
      if (isStep.current) navigate(-1)
      else if (asked.message !== undefined) navigate(hrefOf({ message: undefined }), { replace: true })
    },
    lookFor: (q: string) => navigate(hrefOf({ q }), { replace: true }),
  }
}

function readSearch(search: string): InboxQuery {
  const params = new URLSearchParams(search)
  const message = Number(params.get('message'))
  return {
    folder: shownFolders.find((folder) => folder === params.get('folder')) ?? 'inbox',
    q: params.get('q') ?? '',
    message: Number.isSafeInteger(message) && message > 0 ? message : undefined,
  }
}

/** Defaults are omitted. */
function toSearch({ folder, q, message }: InboxQuery): string {
  const params = new URLSearchParams()
  if (folder !== 'inbox') params.set('folder', folder)
  if (q !== '') params.set('q', q)
  if (message !== undefined) params.set('message', String(message))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
