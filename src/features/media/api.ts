import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { about, type NewEvent } from '#platform/events/events'
import { notFound } from '#contract/http-error'
import { parseId } from '#platform/http/parameters'
import type { Services } from '#platform/services'
import { commit, type WriteContext, expectedVersions, versionTag } from '#platform/writes/commit'
import { type MediaItem, mediaInput, mediaItem, mediaPart, mediaSource } from './contract'
import {
  mediaQuery,
  mediaRemoval,
  addMedia,
  changeMedia,
  deleteMedia,
  findMedia,
  listMedia,
  type NewFile,
  replaceFile,
  restoreMedia,
  trashMedia,
} from './store'
import { dropFile, withFetched, withUpload } from './files'
import { queueVariants } from './serving/prewarm'
import { operations } from './operations'
import { readUpload } from './reading/processed-files'
import { withFile } from './stored-file'

export const mediaApi = (services: Services) =>
  new Elysia({ prefix: '/media', tags: ['Media'] }).use(uploads(services)).use(descriptions(services))

/** Separate routes, because their bodies are streamed and must not be parsed before. */
const uploads = (services: Services) =>
  new Elysia()
    .use(adminOnly(services, { streamsBodies: true })) // every route below this line needs a signed-in administrator
    .post('', (context) => withUpload(services, context.request, (received) => add(services, context, received)), {
      response: { 200: mediaItem, 201: mediaItem },
      detail: operations.uploadMedia,
    })
    .post(
      '/:id/file',
      (context) => {
        const id = idOf(context.params.id)
        return withUpload(services, context.request, (received) => replace(services, context, id, received))
      },
      { response: { 200: mediaItem }, detail: operations.replaceMediaFile },
    )

const descriptions = (services: Services) =>
  new Elysia()
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', ({ query }) => listMedia(services.db, query), {
      query: mediaQuery,
      response: { 200: mediaPart },
      detail: operations.listMedia,
    })
    .get(
      '/:id',
      async ({ params, set }) => {
        const item = await findMedia(services.db, idOf(params.id))
        // Its uses are not part of its version, so the ETag must not lead to a 304.
        set.headers.etag = versionTag(item)
        return item
      },
      {
        response: { 200: mediaItem },
        detail: operations.getMedia,
      },
    )
    .post(
      '/fetch',
      (context) => withFetched(services, context.body.url, (received) => add(services, context, received)),
      { body: mediaSource, response: { 200: mediaItem, 201: mediaItem }, detail: operations.fetchMedia },
    )
    .put(
      '/:id',
      (context) =>
        commit(services, context, { status: 200, event: changed }, (tx) =>
          changeMedia(tx, idOf(context.params.id), context.body, expectedVersions(context.request)),
        ),
      { body: mediaInput, response: { 200: mediaItem }, detail: operations.updateMedia },
    )
    .post(
      '/:id/trash',
      (context) =>
        commit(services, context, { status: 200, event: moved }, (tx) =>
          trashMedia(tx, idOf(context.params.id), expectedVersions(context.request), context.query.force === '1'),
        ),
      { query: mediaRemoval, response: { 200: mediaItem }, detail: operations.trashMedia },
    )
    .post(
      '/:id/restore',
      (context) =>
        commit(services, context, { status: 200, event: moved }, (tx) =>
          restoreMedia(tx, idOf(context.params.id), expectedVersions(context.request)),
        ),
      { response: { 200: mediaItem }, detail: operations.restoreMedia },
    )
    .delete(
      '/:id',
      async (context) => {
        const isForced = context.query.force === '1'
        let hash = ''
        const answer = await commit(
          services,
          context,
          { status: 204, event: about('media', 'deleted') },
          async (tx) => {
            const gone = await deleteMedia(tx, idOf(context.params.id), expectedVersions(context.request), isForced)
            hash = gone.hash
            return gone
          },
        )
        await dropFile(services, hash)
        return answer
      },
      { query: mediaRemoval, detail: operations.deleteMedia },
    )

/** Adds a received file to the library. For an Idempotency-Key the file counts, not the encoding of its body. */
async function add(services: Services, context: WriteContext, received: NewFile['received']) {
  const measured = await readUpload(services, received)
  const answer = await withFile(services.files, received, () =>
    commit(
      services,
      { ...context, body: { file: received.hash } },
      {
        status: ({ isNew }: Added) => (isNew ? 201 : 200),
        event: added,
        answer: ({ item }: Added) => item,
      },
      (tx) => addMedia(tx, services.files, { received, measured }),
    ),
  )
  queueVariants(services, received.hash)
  return answer
}

async function replace(services: Services, context: WriteContext, id: number, received: NewFile['received']) {
  const measured = await readUpload(services, received)
  let before = ''
  const expected = expectedVersions(context.request)
  try {
    const answer = await withFile(services.files, received, () =>
      commit(
        services,
        { ...context, body: { file: received.hash } },
        { status: 200, event: replaced, answer: ({ item }: Replaced) => item },
        async (tx) => {
          const made = await replaceFile(tx, services.files, id, { received, measured }, expected)
          before = made.before
          return made
        },
      ),
    )
    queueVariants(services, received.hash)
    return answer
  } finally {
    // The replaced file, or the refused one.
    for (const hash of [before, received.hash]) await dropFile(services, hash)
  }
}

type Added = { item: MediaItem; isNew: boolean; isBack: boolean }
type Replaced = { item: MediaItem; before: string }

const idOf = (text: string): number => parseId(text, notFound('media'))
const changed = ({ id, name }: MediaItem): NewEvent => about('media', 'updated')({ id, title: name })
const replaced = ({ item }: Replaced): NewEvent => ({ ...changed(item), activityActions: ['replaced'] })
/** Moved to the trash, or restored. */
const moved = (item: MediaItem): NewEvent => ({ ...changed(item), activityActions: ['moved'] })
function added({ item, isNew, isBack }: Added): NewEvent | undefined {
  if (isBack) return moved(item)
  // No page shows a new file yet, so cached pages stay valid.
  return isNew
    ? { ...about('media', 'drafted')({ id: item.id, title: item.name }), activityActions: ['created'] }
    : undefined
}
