import { atom, useAtomValue, useStore } from 'jotai'
import pLimit from 'p-limit'
import { useCallback } from 'react'
import { randomKey } from '#contract/random-key'
import { useText } from '#i18n/i18n'
import { plainFailure } from '#records/editor/saving/failure'
import type { MediaItem } from '../contract'
import { standsStill } from '../item-text'
import { isFinal, isTooLarge, useSendFile } from './use-send-file'

/** An upload; `share` of it has been sent, from 0 to 1. Removing it from the list aborts it. */
export type Upload = { key: string; file: File; stop: AbortController; share: number } & (
  | { state: 'waiting' | 'sending' }
  | { state: 'added' | 'there'; item: MediaItem }
  | { state: 'failed'; reason: string; isFinal: boolean }
)

const atATime = 3

/** Shared by the whole admin: uploads continue while other screens are shown. */
const uploadsAtom = atom<Upload[]>([])
const lineAtom = atom(() => pLimit(atATime))

/** The uploads to the library, three in parallel. */
export function useUploads() {
  const t = useText()
  const store = useStore()
  const uploads = useAtomValue(uploadsAtom)
  const send = useSendFile()

  const change = useCallback(
    (turn: (all: Upload[]) => Upload[]) => store.set(uploadsAtom, turn(store.get(uploadsAtom))),
    [store],
  )
  const start = useCallback(
    async ({ key, file, stop }: Upload) => {
      const become = (now: Upload) => change((all) => all.map((one) => (one.key === key ? now : one)))
      become({ key, file, stop, share: 0, state: 'waiting' })
      try {
        const { item, isNew } = await store.get(lineAtom)(() => {
          stop.signal.throwIfAborted()
          const onProgress = (share: number) => become({ key, file, stop, share, state: 'sending' })
          onProgress(0)
          return send(file, { idempotencyKey: key, onProgress, signal: stop.signal })
        })
        become({ key, file, stop, share: 1, state: isNew ? 'added' : 'there', item })
      } catch (error) {
        become({
          key,
          file,
          stop,
          share: 0,
          state: 'failed',
          reason: plainFailure(error, t('media.uploadFailed'), t),
          isFinal: isFinal(error),
        })
      }
      // Finished uploads stay listed while others are running, and those with a note until they are dismissed.
      change((all) => (all.some(isUnderWay) ? all : all.filter((one) => one.state !== 'added' || isRemarkable(one))))
    },
    [change, send, store, t],
  )

  return {
    uploads,
    add: (files: readonly File[]) => {
      const given = files.map((file): Upload => {
        const upload = { key: randomKey(), file, stop: new AbortController(), share: 0 }
        return isTooLarge(file)
          ? { ...upload, state: 'failed', reason: t('media.tooLarge'), isFinal: true }
          : { ...upload, state: 'waiting' }
      })
      change((all) => [...all, ...given])
      for (const upload of given) if (upload.state === 'waiting') void start(upload)
    },
    retry: (those: readonly Upload[]) => {
      for (const upload of those) void start(upload)
    },
    dismiss: (those: readonly Upload[]) => {
      for (const { stop } of those) stop.abort()
      change((all) => all.filter(({ key }) => !those.some((one) => one.key === key)))
    },
  }
}

/** Whether the file is not shown as its sender may expect. */
export const isRemarkable = (upload: Upload): boolean => 'item' in upload && standsStill(upload.item)

export const isUnderWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending'
