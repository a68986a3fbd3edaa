import { countedLeft } from '#platform/checklist'
import { namedRecord } from '#platform/named-record'
import { catchUpJob } from '#platform/scheduler/catch-up'
import type { Feature, Naming } from '#platform/feature'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { mediaApi } from './api'
import { sweepFiles } from './files'
import { removeDeletedPictures } from './remove-deleted-pictures'
import { namePictures, picturesById } from './name-pictures'
import { prewarmPictures, untilPrewarm } from './serving/prewarm'
import { openFileCache } from '#platform/storage/open-file-cache'
import { fillColours } from './reading/colours'
import { fileAnswers } from './serving/file-answers'
import { serveMedia } from './serving/serve'
import { countUndescribed, emptyMediaTrash } from './store'
import { findableMedia } from './findable'
import { media as table, mediaFormer, mediaScans, mediaUses } from './table'
import { derivedUses, reindexMediaUses } from './uses/index-uses'
import { storedMedia } from './reading/stored-media'

declare module '#platform/events/events' {
  interface Kinds {
    media: true
  }
}

export { withPictures } from './name-pictures'
export { importLibrary } from './import-library'
export { checkSitePictures } from './site-pictures'

const second = 1000
const minute = 60_000
const hour = 60 * minute

/** `naming` are the records that may use its items. */
export const mediaFeature = (naming: readonly Naming[]): Feature => ({
  findable: { rows: [findableMedia] },
  api: { named: { '/api/media/:id': namedRecord(table, table.id, 'media') }, routes: mediaApi, files: serveMedia },
  content: {
    kinds: [
      {
        name: 'media',
        isOnEveryPage: true,
        shown: async ({ db, config }, answer) =>
          namePictures(db, config, await removeDeletedPictures(db, config, answer)),
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
  listeners: [
    {
      on: [...naming.map(({ kind }) => kind), 'site'],
      run: (tx, event, { config }) => reindexMediaUses(naming, tx, event, config),
    },
  ],
  jobs: [
    catchUpJob('index media uses', derivedUses(naming)),
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
})
