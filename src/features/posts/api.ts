import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { about } from '#base/events'
import { commit } from '#base/writes/commit'
import { notFound } from '#base/http-error'
import { parseId } from '#base/http/ids'
import { jsonBodies } from '#base/http/json-body'
import { revalidated } from '#base/http/revalidated'
import { expectedVersions } from '#base/writes/versions'
import type { Services } from '#base/services'
import { post, postInput, postsFilter, postSummary } from './contract'
import { operations } from './operations'
import { createPost, deletePost, findPost, listPosts, updatePost } from './store'

const postId = (text: string) => parseId(text, notFound('post'))
const deleted = (key: string) => about('post', 'deleted')({ id: postId(key) })

export const postsApi = (services: Services) =>
  new Elysia({ prefix: '/blog' })
    .get('', ({ query }) => listPosts(services.db, query.limit), {
      query: postsFilter, response: { 200: z.array(postSummary) }, mapResponse: revalidated, detail: operations.list,
    })
    .get('/:key', ({ params }) => findPost(services.db, params.key), {
      response: { 200: post }, mapResponse: revalidated, detail: operations.find,
    })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .use(jsonBodies())
    .post('', (context) => commit(services, context, { status: 201, event: about('post', 'created') }, (tx) => createPost(tx, context.body)), {
      body: postInput, response: { 201: post }, detail: operations.create,
    })
    .put('/:key', (context) => commit(services, context, { status: 200, event: about('post', 'updated') }, (tx) =>
      updatePost(tx, postId(context.params.key), context.body, expectedVersions(context.request))), {
      body: postInput, response: { 200: post }, detail: operations.update,
    })
    .delete('/:key', (context) => commit(services, context, { status: 204, event: () => deleted(context.params.key) }, (tx) =>
      deletePost(tx, postId(context.params.key), expectedVersions(context.request))), {
      detail: operations.remove,
    })
