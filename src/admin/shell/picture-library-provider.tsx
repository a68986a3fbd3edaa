import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { useStrayDropGuard } from '#editing/dropped-files'
import {
  picturesWithoutAlt,
  type LibraryFile,
  UploadRejected,
  type PictureLibrary,
  PictureLibraryContext,
} from '#editing/picture-library'
import { useText } from '#i18n/i18n'
import type { MediaItem } from '#features/media/contract'
import { isPicture } from '#features/media/item-text'
import { mediaItemQuery } from '#features/media/queries'
import { isFinal, useSendFile } from '#features/media/uploading/use-send-file'
import { plainFailure } from '#records/editor/saving/failure'
import { late } from '#ui/late'

const LibraryDialog = late(async () => (await import('#features/media/library/library-dialog')).LibraryDialog)
const DescribePictures = late(
  async () => (await import('#features/media/describing/describe-pictures')).DescribePictures,
)
const UntouchedTexts = late(async () => (await import('./untouched-texts')).UntouchedTexts)

/** Loaded when something is published first; without it publishing goes on. */
const untouchedIn = (texts: unknown): Promise<string[]> =>
  import('#features/custom-pages/patterns/untouched').then(
    ({ untouchedTexts }) => untouchedTexts(texts),
    () => [],
  )

type Warning = { pictures: MediaItem[]; settle: (isConfirmed: boolean) => void }
type Picking = { settle: (picked: LibraryFile | undefined) => void }

/** Provides the media library to picture fields, which do not depend on it. */
export function PictureLibraryProvider({ children }: { children: ReactNode }) {
  const t = useText()
  const send = useSendFile()
  const client = useQueryClient()
  const [picking, setPicking] = useState<Picking>()
  const [warning, setWarning] = useState<Warning>()
  /** Pictures whose missing text was already skipped. */
  const warned = useRef(new Set<number>())
  const [telling, setTelling] = useState<{ texts: string[]; settle: (isConfirmed: boolean) => void }>()
  /** Texts of templates with which publishing was continued. */
  const accepted = useRef(new Set<string>())
  useStrayDropGuard()
  const library = useMemo<PictureLibrary>(
    () => ({
      pick: () => {
        const { promise, resolve } = Promise.withResolvers<LibraryFile | undefined>()
        setPicking({
          settle: (picked) => {
            setPicking(undefined)
            resolve(picked)
          },
        })
        return promise
      },
      upload: async (file, onProgress) => {
        try {
          return toLibraryFile((await send(file, { onProgress })).item)
        } catch (error) {
          throw new UploadRejected(plainFailure(error, t('media.uploadFailed'), t), isFinal(error), { cause: error })
        }
      },
      mayPublish: async (texts) => {
        const left = (await untouchedIn(texts)).filter((text) => !accepted.current.has(text))
        if (left.length > 0) {
          const { promise, resolve } = Promise.withResolvers<boolean>()
          setTelling({ texts: left, settle: resolve })
          const isConfirmed = await promise
          setTelling(undefined)
          if (!isConfirmed) return false
          for (const text of left) accepted.current.add(text)
        }
        const ids = picturesWithoutAlt(texts).filter((id) => !warned.current.has(id))
        const read = await Promise.allSettled(
          ids.map((id) => client.fetchQuery({ ...mediaItemQuery(id), staleTime: 0 })),
        )
        // A failed read does not block publishing.
        const pictures = read.flatMap((one) =>
          one.status === 'fulfilled' && isUndescribed(one.value) ? [one.value] : [],
        )
        if (pictures.length === 0) return true
        const { promise, resolve } = Promise.withResolvers<boolean>()
        setWarning({
          pictures,
          settle: (isConfirmed) => {
            setWarning(undefined)
            if (isConfirmed) for (const { id } of pictures) warned.current.add(id)
            resolve(isConfirmed)
          },
        })
        return promise
      },
    }),
    [client, send, t],
  )
  return (
    <PictureLibraryContext value={library}>
      {children}
      {/* Outside of the screens, so that its key events do not reach them. */}
      {picking && (
        <Suspense fallback={null}>
          <LibraryDialog
            onPick={(item) => picking.settle(toLibraryFile(item))}
            onClose={() => picking.settle(undefined)}
          />
        </Suspense>
      )}
      {telling && (
        <Suspense fallback={null}>
          <UntouchedTexts texts={telling.texts} onSettled={telling.settle} />
        </Suspense>
      )}
      {warning && (
        <Suspense fallback={null}>
          <DescribePictures pictures={warning.pictures} onSettled={warning.settle} />
        </Suspense>
      )}
    </PictureLibraryContext>
  )
}

const isUndescribed = ({ decorative, alt }: MediaItem) => !decorative && Object.values(alt).every((text) => text === '')

const toLibraryFile = (item: MediaItem): LibraryFile => ({
  url: item.url,
  name: item.name,
  isPicture: isPicture(item),
  alt: item.alt,
  width: item.width,
  height: item.height,
})
