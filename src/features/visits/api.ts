import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { readBodyText } from '#platform/http/body-text'
import { documentedAs } from '#platform/http/operation'
import type { Services } from '#platform/services'
import { liveNumbers, numbers, numbersQuery, visitInput } from './contract'
import { createBeaconCount } from './count-page'
import { numbersCsv } from './csv'
import { operations } from './operations'
import { readLive, readNumbers } from './store'

const longestBody = 32_768

export const numbersApi = (services: Services) =>
  new Elysia({ tags: ['Numbers'] })
    .use(visitors(services))
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/numbers', ({ query }) => readNumbers(services.db, query), {
      query: numbersQuery,
      response: { 200: numbers },
      detail: operations.readNumbers,
    })
    .get('/numbers.csv', async ({ query }) => csvFile(numbersCsv(await readNumbers(services.db, query), query.by)), {
      query: numbersQuery,
      detail: operations.downloadNumbers,
    })
    .get('/numbers/live', () => readLive(services), {
      response: { 200: liveNumbers },
      detail: operations.readLiveNumbers,
    })

/** Public; the response is the same whatever is sent. */
const visitors = (services: Services) => {
  const countVisit = createBeaconCount(services)
  return new Elysia()
    .onParse({ as: 'scoped' }, ({ request }) => readSent(request))
    .post(
      '/visits',
      async ({ body, request, set }) => {
        set.status = 204
        if (body) await countVisit(request, body)
      },
      { body: visitBody, detail: operations.countVisit },
    )
}

const visitBody = visitInput.nullable().catch(null)
documentedAs.set(visitBody, visitInput)

/** The JSON body whatever its content type, which beacons do not set; null when it is too long or invalid. */
async function readSent(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await readBodyText(request, longestBody))
  } catch {
    return null
  }
}

const csvFile = (text: string): Response =>
  new Response(text, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="numbers.csv"`,
    },
  })
