import { Elysia } from 'elysia'
import { revalidated } from '#platform/http/revalidated'
import type { Services } from '#platform/services'
import { recordApi } from '#records/api/api'
import { findAround } from './around'
import { aroundPost } from './around-contract'
import { postKind } from './contract'
import { aroundOperation, document } from './document'
import { postStore } from './store'

export const postsApi = (services: Services) =>
  new Elysia().use(around(services)).use(recordApi(services, { kind: postKind, store: postStore, document }))

const around = ({ db }: Services) =>
  new Elysia({ prefix: postKind.api, tags: [postKind.tag.name] }).get(
    '/:key/around',
    ({ params }) => findAround(db, params.key),
    {
      response: { 200: aroundPost },
      mapResponse: revalidated,
      detail: aroundOperation,
    },
  )
