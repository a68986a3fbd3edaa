import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { testDoor } from '#test/door'

let t: Awaited<ReturnType<typeof testDoor>>
beforeAll(async () => {
  t = await testDoor()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const ask = async (path: string) => {
  const answer = await t.ask(path)
  return { status: answer.status, text: await answer.text() }
}

/**
 * By the clock of the database, as an editor would: what is published and what is read share no clock with this
 * process.
 */
async function schedule(slug: string, seconds: number) {
  await t.publish(slug, 'Comes by itself')
  await t.services.db.execute(
    sql`update posts set published_at = clock_timestamp() + make_interval(secs => ${seconds}) where slug = ${slug}`,
  )
  await t.services.freshness.touch(['post'])
}

test('what is scheduled appears at its time, through kept pages, and not before', async () => {
  await t.publish('first', 'First')
  await schedule('second', 0.8)
  const before = [await ask('/blog/'), await ask('/blog/second/'), await ask('/api/blog'), await ask('/blog/')]
  expect(before.map(({ text }) => text.includes('Comes by itself'))).toEqual([false, false, false, false])
  expect(before[1]?.status).toBe(404)
  await Bun.sleep(900)
  const after = [await ask('/blog/'), await ask('/blog/second/'), await ask('/api/blog')]
  expect(after.map(({ text }) => text.includes('Comes by itself'))).toEqual([true, true, true])
})
