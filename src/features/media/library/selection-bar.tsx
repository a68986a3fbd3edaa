import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { ApiError, send } from '#client/api-error'
import { randomKey } from '#contract/random-key'
import { useText } from '#i18n/i18n'
import { failureText } from '#records/editor/saving/failure'
import { Button, IconButton } from '#ui/controls/buttons/button'
import { CloseIcon, TrashIcon, UndoIcon } from '#ui/controls/buttons/icons'
import { ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import { useToast } from '#ui/toasts/toast'
import { useMediaCache } from './media-cache'
import type { MediaItem } from '../contract'
import { focusTile, type useSelectedMedia } from './media-grid'

type Way = 'trash' | 'restore'
/** An Undo leaves alone what has been selected since. */
type Move = { way: Way; items: readonly MediaItem[]; isUndo?: boolean }

type SelectionBarProps = Omit<ReturnType<typeof useSelectedMedia>, 'keys' | 'change' | 'keepRange'> & {
  /** The number of listed items. */
  count: number
  isTrash: boolean
}

/** The number of selected files, and what can be done with them. Used ones are only moved after a confirmation. */
export function SelectionBar({ selected, selectAll, selectOnly, count, isTrash }: SelectionBarProps) {
  const t = useText()
  const [isAsking, setIsAsking] = useState(false)
  const used = selected.filter(isUsed)
  const unused = selected.filter((item) => !isUsed(item))
  const clear = () => {
    selectOnly([])
    requestAnimationFrame(() => focusTile())
  }
  const { run, isPending } = useBulkMedia((failed) => {
    setIsAsking(false)
    if (failed.length > 0) selectOnly(failed)
    else clear()
  })
  return (
    <div className="media-selected" role="toolbar" aria-label={t('bulk.label')}>
      <output>{t('bulk.selected', { count: selected.length })}</output>
      {selected.length < count && (
        <Button variant="quiet" onPress={selectAll}>
          {t('bulk.selectAll')}
        </Button>
      )}
      <Button
        isPending={isPending}
        onPress={() => {
          if (isTrash) run('restore', selected)
          else if (used.length > 0) setIsAsking(true)
          else run('trash', selected)
        }}
      >
        {isTrash ? <UndoIcon /> : <TrashIcon />}
        {t(isTrash ? 'bulk.restore' : 'bulk.trash')}
      </Button>
      <IconButton label={t('media.clearSelection')} icon={<CloseIcon />} onPress={clear} />
      <ConfirmDialog
        title={t('media.trashUsedTitle', { count: selected.length })}
        text={
          <>
            <p>{t('media.trashUsed', { count: used.length })}</p>
            <ul className="kit-bullets">
              {used.slice(0, mostNamed).map(({ id, name }) => (
                <li key={id} dir="auto">
                  {name}
                </li>
              ))}
              {used.length > mostNamed && <li>{t('media.andMore', { count: used.length - mostNamed })}</li>}
            </ul>
          </>
        }
        confirmLabel={t('media.trashAnyway')}
        cancelLabel={t('editing.cancel')}
        isOpen={isAsking}
        isPending={isPending}
        mild={
          unused.length > 0
            ? { label: t('media.trashUnused', { count: unused.length }), onPress: () => run('trash', unused) }
            : undefined
        }
        onConfirm={() => run('trash', selected)}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

const mostNamed = 5

const isUsed = ({ usedIn }: MediaItem) => usedIn.some((use) => use.in !== 'history')

/** Moves files to the trash or back, one after another; `onDone` gets those that could not be moved. */
function useBulkMedia(onDone: (failed: MediaItem[]) => void) {
  const t = useText()
  const toast = useToast()
  const cache = useMediaCache()
  const withSession = useWithSession()

  async function one(way: Way, item: MediaItem): Promise<MediaItem | undefined> {
    const { id, version } = item
    // What is moved to the trash must be as it was shown, what comes back may have changed.
    const write = { idempotencyKey: randomKey(), ...(way === 'trash' ? { version } : {}) }
    const force = way === 'trash' && isUsed(item) ? '?force=1' : ''
    try {
      return await withSession(() => send<MediaItem>('POST', `/api/media/${id}/${way}${force}`, write))
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
      cache.drop(id)
      return undefined
    }
  }

  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: async ({ way, items }: Move) => {
      const moved: MediaItem[] = []
      const failed: { item: MediaItem; error: unknown }[] = []
      for (const item of items) {
        try {
          const now = await one(way, item)
          if (now) moved.push(now)
        } catch (error) {
          failed.push({ item, error })
        }
      }
      for (const item of moved) cache.bring(item)
      return { moved, failed }
    },
    onSuccess: ({ moved, failed }, { way, isUndo }) => {
      const undo = () => mutate({ way: 'restore', items: moved, isUndo: true })
      const [first] = failed
      if (first)
        toast({
          variant: 'destructive',
          title: t('bulk.failed', { count: failed.length }),
          description: `${first.item.name}: ${failureText(first.error, t('media.deleteFailed'), t)}`,
        })
      else
        toast({
          title: t(`bulk.${way}Done`, { count: moved.length }),
          action: way === 'trash' ? <Button onPress={undo}>{t('life.undo')}</Button> : undefined,
        })
      if (!isUndo) onDone(failed.map(({ item }) => item))
    },
  })
  return {
    isPending,
    run: (way: Way, items: readonly MediaItem[]) => {
      if (!isPending) mutate({ way, items })
    },
  }
}
