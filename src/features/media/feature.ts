import { countedLeft, namedRecord, type Feature, type Naming, type FindableRows } from '#platform/feature'
import { catchUpJob } from '#platform/jobs/scheduler'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { mediaApi } from './api'
import { sweepFiles } from './files'
import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { changeTexts, isRecord, parseJson } from '#text/parse-json'
import { media, media as table, mediaFormer, mediaScans, mediaUses } from './table'
import { isOwn, namedIn, derivedUses, reindexMediaUses } from './uses'
import { namePictures, picturesById } from './name-pictures'
import { prewarmPictures, untilPrewarm } from './serving/prewarm'
import { openFileCache } from '#platform/storage/file-cache'
import { fillColours } from './reading/processed-files'
import { fileAnswers, serveMedia } from './serving/serve'
import { countUndescribed, emptyMediaTrash } from './store'
import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { plainText } from '#text/schema'
import { storedColour, storedCount, storedHash, storedId } from '#text/stored-schema'
import { mimes } from './contract'

const alternative = plainText(1000)
const share = z.number({ error: 'validation.share' }).min(0, 'validation.share').max(1, 'validation.share')
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

/** Removes references to deleted and trashed pictures from a response; returns the same object where there are none. */
async function removeDeletedPictures(
  db: Database,
  site: Pick<Config, 'siteUrl' | 'formerHosts'>,
  answer: unknown,
): Promise<unknown> {
  const ownIn = (value: unknown) => namedIn(value).flatMap((named) => (isOwn(named, site) ? [named.id] : []))
  const ids = [...new Set(ownIn(answer))]
  if (ids.length === 0) return answer
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(and(inArray(media.id, ids), isNull(media.trashedAt)))
  const there = new Set(rows.map(({ id }) => id))
  const gone = new Set(ids.filter((id) => !there.has(id)))
  if (gone.size === 0) return answer
  return without(answer, (text) => ownIn(text).some((id) => gone.has(id)))
}

/** `isGone`: whether a text refers to a missing picture. */
type IsGone = (text: string) => boolean

const without = (value: unknown, isGone: IsGone) =>
  changeTexts(value, (text) => (isGone(text) ? textWithout(text, isGone) : text))

function textWithout(text: string, isGone: IsGone): string {
  const packed = text.trimStart().startsWith('{') ? parseJson(text) : undefined
  if (isRecord(packed)) return JSON.stringify(without(packed, isGone))
  // A field that is just a URL.
  if (!/[\s<>]/.test(text)) return ''
  const cleared = text.replaceAll(figures, (figure) => {
    const rest = withoutTags(figure, isGone)
    return rest === figure || shows.test(rest) ? rest : ''
  })
  return withoutTags(cleared, isGone).replaceAll(/<p(?: [^\s"=>]+="[^"]*")*>\s*<\/p>/g, '')
}

/** As written by the sanitizer: every value in double quotes. */
const tags = /<(?:img|source)(?: [^\s"=>]+="[^"]*")*>/g
const figures = /<figure(?: [^\s"=>]+="[^"]*")*>(?:(?!<\/figure>)[\s\S])*<\/figure>/g
/** Content of a figure besides its caption. */
const shows = /<(?:img|table|pre|video|iframe|blockquote|svg)\b/

const withoutTags = (html: string, isGone: IsGone) => html.replaceAll(tags, (tag) => (isGone(tag) ? '' : tag))

/** Files of the library by name and alternative texts. */
const findableMedia: FindableRows = {
  kind: 'media',
  rows: sql`select ${media.id}::text as id, ${media.name} as title,
    concat_ws(' ', ${media.altEn}, ${media.altEs}, (select string_agg(value, ' ') from jsonb_each_text(${media.alt}))) as text,
    case when ${media.trashedAt} is not null then 'trashed' end as status,
    null::text as language, ${media.createdAt} as at, find_words(${media.words}) as words from ${media}`,
  href: (id) => `${href(adminPaths.media)}?item=${id}`,
}

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
