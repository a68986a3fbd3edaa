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
import { project, projectInput, projectSummary } from './contract'
import { operations } from './operations'
import { createProject, deleteProject, findProject, listFeaturedProjects, listProjects, updateProject } from './store'

const projectId = (text: string) => parseId(text, notFound('project'))
const deleted = (key: string) => about('project', 'deleted')({ id: projectId(key) })

export const projectsApi = (services: Services) =>
  new Elysia({ prefix: '/projects' })
    .get('', () => listProjects(services.db), {
      response: { 200: z.array(projectSummary) }, mapResponse: revalidated, detail: operations.list,
    })
    .get('/featured', () => listFeaturedProjects(services.db), {
      response: { 200: z.array(projectSummary) }, mapResponse: revalidated, detail: operations.listFeatured,
    })
    .get('/:key', ({ params }) => findProject(services.db, params.key), {
      response: { 200: project }, mapResponse: revalidated, detail: operations.find,
    })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .use(jsonBodies())
    .post('', (context) => commit(services, context, { status: 201, event: about('project', 'created') }, (tx) => createProject(tx, context.body)), {
      body: projectInput, response: { 201: project }, detail: operations.create,
    })
    .put('/:key', (context) => commit(services, context, { status: 200, event: about('project', 'updated') }, (tx) =>
      updateProject(tx, projectId(context.params.key), context.body, expectedVersions(context.request))), {
      body: projectInput, response: { 200: project }, detail: operations.update,
    })
    .delete('/:key', (context) => commit(services, context, { status: 204, event: () => deleted(context.params.key) }, (tx) =>
      deleteProject(tx, projectId(context.params.key), expectedVersions(context.request))), {
      detail: operations.remove,
    })
