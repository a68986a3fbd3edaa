import type { Issue } from '#contract/http-error'
import type { Database } from '#platform/db/database'
import { findItems } from './stored-file'
import type { MediaRow } from './table'

/** Pixels. */
const smallestIcon = 512

/** Validates the media ids of logo, icon and social picture; issues have the setting's name as path. */
export async function checkSitePictures(db: Database, ids: Readonly<Record<string, number>>): Promise<Issue[]> {
  const rows = await findItems(db, Object.values(ids))
  return Object.entries(ids).flatMap(([path, id]) => {
    const row = rows.find((one) => one.id === id)
    if (!row?.mime.startsWith('image/')) return [{ path, message: 'validation.picture' }]
    return path === 'icon' && !isIcon(row) ? [{ path, message: 'validation.icon' }] : []
  })
}

const isIcon = ({ mime, width, height }: Pick<MediaRow, 'mime' | 'width' | 'height'>) =>
  mime === 'image/svg+xml' || (width !== null && width === height && width >= smallestIcon)
