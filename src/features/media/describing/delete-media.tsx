import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { Button } from '#ui/controls/buttons/button'
import { ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import { TrashIcon } from '#ui/controls/buttons/icons'
import { ApiError, send } from '#client/api-error'
import { useIntentKey } from '#client/use-submission'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { plainFailure } from '#records/editor/saving/failure'
import type { MediaItem, MediaUse } from '../contract'
import { useMediaCache, useRestoreMedia } from '../library/media-cache'
import { mediaItemQuery } from '../queries'
import { href } from '#i18n/addresses/href'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { Link } from '#ui/link'
import { contentTitle, editorAddress } from '../../kinds'
import { thumbnailUrl } from '../paths'
import { positionOf } from '../thumbnail'

/** The confirmation of a deletion: lists the pages that use the file, and offers the trash instead. */
export function DeleteMedia({ item, onDeleted }: { item: MediaItem; onDeleted: () => void }) {
  const t = useText()
  const [isAsking, setIsAsking] = useState(false)
  const used = item.usedIn.filter((use) => use.in !== 'history')
  /** Deleting a used file must be confirmed with its uses shown. */
  const isForced = used.length > 0
  const isTrashed = item.trashedAt !== undefined

  const { mutate, isPending, variables } = useRemoval(item, isForced, () => {
    setIsAsking(false)
    onDeleted()
  })
  const forGood = isPending && variables === 'delete' ? 'deleting' : isForced ? 'deleteAnyway' : 'deleteConfirm'
  return (
    <>
      <Button onPress={() => setIsAsking(true)}>
        <TrashIcon />
        {t('media.delete')}
      </Button>
      <ConfirmDialog
        title={t('media.deleteTitle')}
        text={
          <>
            <p className="edit-quote" dir="auto">
              {item.name}
            </p>
            {isForced && (
              <>
                <p>{t('media.deleteUsed', { count: new Set(used.map((use) => `${use.kind} ${use.id}`)).size })}</p>
                <MediaUses uses={used} />
              </>
            )}
            <ul className="kit-lines">
              {!isTrashed && (
                <li>
                  <strong>{t('life.toTrash')}:</strong> {t('life.toTrashText')}
                </li>
              )}
              <li>
                <strong>{t(isForced ? 'media.deleteAnyway' : 'media.deleteConfirm')}:</strong> {t('media.deleteText')}
              </li>
            </ul>
          </>
        }
        confirmLabel={t(`media.${forGood}`)}
        cancelLabel={t('editing.cancel')}
        isOpen={isAsking}
        isPending={isPending}
        mild={isTrashed ? undefined : { label: t('life.toTrash'), onPress: () => mutate('trash') }}
        onConfirm={() => mutate('delete')}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/** Moves a file to the trash or deletes it; `onDone` is also called when it was already gone. */
function useRemoval({ id, version, name }: MediaItem, isForced: boolean, onDone: () => void) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const cache = useMediaCache()
  const restore = useRestoreMedia()
  const withSession = useWithSession()
  const { keyFor } = useIntentKey()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (way: Way) => {
      const path = `/api/media/${id}`
      const force = isForced ? '?force=1' : ''
      const write = { version, idempotencyKey: keyFor({ way, id, version, isForced }) }
      if (way === 'trash') return withSession(() => send<MediaItem>('POST', `${path}/trash${force}`, write))
      return withSession<undefined>(() => send('DELETE', `${path}${force}`, write))
    },
    onSuccess: (trashed) => {
      if (trashed) {
        cache.bring(trashed)
        const undo = () => {
          void restore(trashed)
        }
        toast({
          title: t('life.trashed'),
          description: t('media.deletedText', { name }),
          action: <Button onPress={undo}>{t('life.undo')}</Button>,
        })
      } else {
        toast({ title: t('media.deleted'), description: t('media.deletedText', { name }) })
        cache.drop(id)
      }
      onDone()
    },
    onError: async (error) => {
      const status = error instanceof ApiError ? error.status : 0
      if (status === 404) {
        cache.drop(id)
        onDone()
        return
      }
      // It was used or changed meanwhile: the confirmation is shown again with current data.
      const isOther = status === 409 || status === 412
      if (isOther) await client.refetchQueries({ queryKey: mediaItemQuery(id).queryKey })
      toast({
        variant: 'destructive',
        title: t('media.deleteFailed'),
        description: status === 412 ? t('media.deleteChanged') : plainFailure(error, t('media.deleteFailed'), t),
      })
    },
  })
}

type MediaUsesProps = {
  uses: readonly MediaUse[]
  /** Shown beside each record, cropped as it is there. */
  picture?: MediaItem
}

/** The records that use an item, with links to their editors. Uses only in old versions are marked as such. */
export function MediaUses({ uses, picture }: MediaUsesProps) {
  const t = useText()
  if (uses.length === 0) return <p className="kit-note">{t('media.unused')}</p>
  return (
    <ul className="media-uses" data-pictured={picture && ''}>
      {recordsOf(uses).map(({ kind, id, title, parts, places }) => (
        <li key={`${kind} ${id}`}>
          {picture && <UsePicture item={picture} part={parts[0]} />}
          <Link href={addressOf(kind, id)}>{titleOf(kind, id, title, t)}</Link>
          <span className="kit-description">
            {[t(`media.kind.${kind}`), ...parts.map((part) => t(`media.part.${part}`))].join(' · ')}
          </span>
          {places.map((place) => (
            <span key={place} className="edit-badge" data-tone={place === 'live' ? 'live' : undefined}>
              {t(`media.in.${place}`)}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** The item in the shape in which the page shows it. */
function UsePicture({ item, part = 'text' }: { item: MediaItem; part?: Part }) {
  const ratio = ratios[part] ?? (item.width ?? 1) / (item.height ?? 1)
  return (
    <span className="media-use-picture">
      <img
        src={thumbnailUrl(item)}
        alt=""
        loading="lazy"
        style={{ aspectRatio: ratio, objectPosition: positionOf(item.focus, item, ratio) }}
      />
    </span>
  )
}

/** What the picture is on a page. */
type Part = 'picture' | 'photo' | 'shared' | 'text'

/** In texts it keeps its own. */
const ratios: { [part in Part]?: number } = { picture: 16 / 10, photo: 1, shared: 1200 / 630 }

/** The part of a page that a field fills, from the last name in its path. */
function partOf(field: string): Part {
  const name = field.split('.').findLast((one) => !/^\d+$/.test(one)) ?? ''
  if (/^ogImage|^social/i.test(name)) return 'shared'
  if (/photo|portrait/i.test(field)) return 'photo'
  return /image|picture|src|url|logo/i.test(name) ? 'picture' : 'text'
}

type Record = Pick<MediaUse, 'kind' | 'id' | 'title'> & { parts: Part[]; places: MediaUse['in'][] }

/** One line per record, however many of its fields use the item. */
function recordsOf(uses: readonly MediaUse[]): Record[] {
  const records = new Map<string, Record>()
  for (const { kind, id, title, field, in: place } of uses) {
    const known = records.get(`${kind} ${id}`) ?? { kind, id, title, parts: [], places: [] }
    const part = partOf(field)
    if (!known.parts.includes(part)) known.parts.push(part)
    if (!known.places.includes(place)) known.places.push(place)
    records.set(`${kind} ${id}`, known)
  }
  return [...records.values()]
}

const addressOf = (kind: MediaUse['kind'], id: MediaUse['id']): string =>
  editorAddress(kind === 'settings' ? 'site-settings' : kind, id) ?? href(adminPaths.site)

function titleOf(kind: MediaUse['kind'], id: MediaUse['id'], title: string, t: ReturnType<typeof useText>): string {
  if (kind === 'settings') return t('media.site')
  return title.trim() === '' ? t('media.untitled') : contentTitle(t, kind, id, title)
}

type Way = 'trash' | 'delete'
