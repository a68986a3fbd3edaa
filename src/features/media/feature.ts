import { countedLeft, namedRecord, type Feature, type Naming, type FindableRows } from '#platform/feature'
import { keepDerived } from '#platform/jobs/derived'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { mediaApi } from './api'
import { sweepFiles } from './files'
import { sql } from 'drizzle-orm'
import type { Issue } from '#contract/http-error'
import type { Database } from '#platform/db/database'
import { findItems } from './stored-file'
import { media, media as table, mediaFormer, type MediaRow, mediaScans, mediaUses } from './table'
import { derivedUses } from './uses'
import { picturesById, showFiles } from './shown-files'
import { prewarmPictures, untilPrewarm } from './serving/prewarm'
import { openFileCache } from '#platform/storage/file-cache'
import { fillColours } from './reading/processed-files'
import { fileAnswers, serveMedia } from './serving/serve'
import { countUndescribed, emptyMediaTrash } from './store'
import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { plainText } from '#text/schema'
import { storedColour, storedCount, storedHash, storedId } from '#text/stored-schema'
import { alternative, mimes, share } from './contract'

const side = z.int32({ error: 'validation.value' }).min(1, 'validation.value').nullable()

/** The schemas of an item in archives. */
const storedMedia = {
  hash: storedHash,
  name: plainText(2000).min(1, 'validation.required'),
  addressName: plainText(2000).min(1, 'validation.required'),
  mime: z.enum(mimes),
  bytes: storedCount,
  width: side,
  height: side,
  frames: storedId,
  // Empty for a transparent picture, null for a document.
  colour: z.union([z.literal(''), storedColour], { error: 'validation.colour' }).nullable(),
  altEn: alternative,
  altEs: alternative,
  alt: z.object(byLanguage(() => alternative.optional())),
  focusX: share,
  focusY: share,
}

/** Files of the library by name and alternative texts. */
const findableMedia: FindableRows = {
  kind: 'media',
  rows: sql`select ${media.id}::text as id, ${media.name} as title,
    concat_ws(' ', ${media.altEn}, ${media.altEs}, (select string_agg(value, ' ') from jsonb_each_text(${media.alt}))) as text,
    case when ${media.trashedAt} is not null then 'trashed' end as status,
    null::text as language, ${media.createdAt} as at, find_words(${media.words}) as words from ${media}`,
  href: (id) => `${href(adminPaths.media)}?item=${id}`,
}

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

declare module '#platform/events/events' {
  interface Kinds {
    media: true
  }
}

export { withPictures } from './shown-files'
export { importLibrary } from './import-library'

const second = 1000
const minute = 60_000
const hour = 60 * minute

/** `naming` are the records that may use its items. */
export function mediaFeature(naming: readonly Naming[]): Feature {
  const uses = keepDerived('index media uses', derivedUses(naming))
  return {
    findable: { rows: [findableMedia] },
    api: { named: { '/api/media/:id': namedRecord(table, table.id, 'media') }, routes: mediaApi, files: serveMedia },
    content: {
      kinds: [
        {
          name: 'media',
          isOnEveryPage: true,
          shown: ({ db, config }, answer) => showFiles(db, config, answer),
          pictures: picturesById,
          answers: fileAnswers,
          undescribed: countUndescribed,
        },
      ],
      tables: { media: { table, file: 'hash', row: storedMedia, later: ['trashedAt'] } },
      passing: [mediaUses, mediaScans, mediaFormer],
    },
    checklist: [
      {
        key: 'alt-texts',
        left: async ({ db }) => countedLeft(await countUndescribed(db), `${href(adminPaths.media)}?lacks=alt`),
      },
    ],
    listeners: [uses.listener],
    jobs: [
      uses.job,
      {
        name: 'generate picture sizes',
        every: second,
        wakes: ['pictures', 'media'],
        untilDue: untilPrewarm,
        runInEach: prewarmPictures,
      },
      { name: 'read picture colours', every: minute, runInEach: fillColours },
      { name: 'empty the media trash', every: hour, erases: true, run: emptyMediaTrash },
      { name: 'sweep media files', every: hour, atStart: true, runInEach: sweepFiles },
      { name: 'sweep generated pictures', every: hour, runInEach: ({ config }) => openFileCache(config).sweep() },
    ],
  }
}
