import { folded } from '#text/fold'
import type { Message, MessageChange } from '#features/messages/contract'

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
