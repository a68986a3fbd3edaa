import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { statusQuery } from '#records/api/queries'
import { check } from '#records/checks/contract'
import { idOf } from '#records/kind/record'
import { translation } from '#records/translation/translation-contract'
import { isRecord, parseJson } from '#text/parse-json'
import { contentKindOf, recordKinds } from '../kinds'
import { type CheckPorts, checkValues, createChecksList } from './check-values'
import { checkedRecord, checksInput } from './contract'
import { checkOperation, operations } from './operations'

type Json = Record<string, unknown>

const segments: readonly { api: string; key: string; kind: string; id: string }[] = [
  ...recordKinds.map(({ api, name }) => ({ api, key: 'key', kind: name, id: idOf({ name }) })),
  { api: '/page-contents', key: 'page', kind: 'page', id: 'PageContent' },
]

export function checksApi(services: Services, ports: CheckPorts) {
  const listChecks = createChecksList(services, ports)
  const api = new Elysia({ tags: ['Checks'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/checks', ({ request }) => listChecks(requestOrigin(request)), {
      response: { 200: z.array(checkedRecord) },
      detail: operations.listChecks,
    })
    .post(
      '/checks',
      ({ body, request }) => {
        const kind = contentKindOf(body.kind, body.id ?? null)
        if (!kind) return []
        return checkValues(services, ports, { kind, values: valuesOf(body.kind, body.values) }, requestOrigin(request))
      },
      { body: checksInput, response: { 200: z.array(check) }, detail: operations.checkValues },
    )
  for (const { api: path, key, kind: name, id } of segments) {
    const edited = ports.kinds.find((one) => one.name === name)?.edited
    if (!edited) continue
    api.get(
      `${path}/:${key}/checks`,
      async ({ params, query, request }) => {
        const record = await edited(services.db, (params as Record<string, string>)[key] ?? '')
        const kind = contentKindOf(name, (record.page ?? record.id) as number | string)
        if (!kind) return []
        const isDrafted = query.status !== 'published' && isRecord(record.draft) && isRecord(record.draft.values)
        const values = isDrafted ? { ...record, ...(record.draft as { values: Json }).values } : record
        const marks = translation.safeParse(record.translation).data
        const checked = { kind, values: valuesOf(name, values), ...namesOf(record) }
        return checkValues(services, ports, checked, requestOrigin(request), isDrafted ? undefined : marks)
      },
      { query: statusQuery, response: { 200: z.array(check) }, detail: checkOperation(id) },
    )
  }
  return api
}

const namesOf = ({ slug, status }: Json) => ({
  ...(typeof slug === 'string' ? { slug } : {}),
  ...(typeof status === 'string' ? { status } : {}),
})

/** The content of the site's pages is JSON in a text. */
function valuesOf(kind: string, values: Json): Json {
  if (kind !== 'page') return values
  const content = typeof values.content === 'string' ? parseJson(values.content) : values.content
  return isRecord(content) ? content : {}
}
