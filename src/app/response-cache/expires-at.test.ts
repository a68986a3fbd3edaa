import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { testPipeline } from '#test/pipeline'
import { leadOver, until } from '#test/waiting'

let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const ask = async (path: string) => {
  const answer = await t.ask(path)
  return { status: answer.status, text: await answer.text() }
}

/** By the database's clock, like an editor: the process's clock may differ from it. */
async function schedule(slug: string, milliseconds: number) {
  await t.publish(slug, 'Comes by itself')
  await t.services.db.execute(
    sql`update posts set published_at = clock_timestamp() + make_interval(secs => ${milliseconds / 1000}) where slug = ${slug}`,
  )
  await t.services.cacheTags.touch(['post'])
}

test('a scheduled record appears on cached pages at its time, and not before', async () => {
  await t.publish('first', 'First')
  const look = async () => [
    await ask('/blog/second/'),
    await ask('/blog/'),
    await ask('/api/blog'),
    await ask('/blog/'),
  ]
  const isShown = ({ text }: { text: string }) => text.includes('Comes by itself')
  await schedule('second', await leadOver(look))
  const before = await look()
  expect(before.map(isShown)).toEqual([false, false, false, false])
  expect(before[0]?.status).toBe(404)
  await until(async () => (await look()).every(isShown))
})
