import { expect, test } from 'bun:test'
import { unavailable } from '#contract/http-error'
import { createLog } from '#platform/log/log'
import { inBatches, isStreamed, sendLongList, showRows } from './long-list'

const ids = Array.from({ length: 250 }, (_, at) => at + 1)
const logged: string[] = []
const log = { ...createLog('silent', false), error: (message: string) => void logged.push(message) }

function list(read: (some: readonly number[]) => Promise<unknown[]>) {
  const request = new Request('http://localhost/')
  const set = { headers: {} as Record<string, unknown> }
  return { request, send: () => sendLongList(log, { request, set }, inBatches(ids, read)) }
}

test('a long list is read as it is consumed, and no further once its reader has gone', async () => {
  const asked: number[] = []
  const { request, send } = list(async (some) => {
    asked.push(some.length)
    return some.map((id) => ({ id }))
  })
  const reader = send().body!.getReader()
  expect([isStreamed(request), asked]).toEqual([true, []])
  await reader.read()
  expect(asked).toEqual([100])
  await reader.cancel()
  await Bun.sleep(5)
  expect(asked).toEqual([100])
})

test('rows that are deleted meanwhile are left out, be it a whole batch or all', async () => {
  for (const there of [[1, 2, 201], [201], [250], []]) {
    const { send } = list(async (some) => some.filter((id) => there.includes(id)))
    expect(await send().json(), String(there)).toEqual(there)
  }
})

test('its rows are mapped by the caller', async () => {
  const { request, send } = list(async (some) => [...some])
  showRows(request, async (rows) => rows.map((row) => `no. ${row}`))
  expect(await send().json()).toEqual(ids.map((id) => `no. ${id}`))
})

test('a database that is unreachable for a moment is waited for', async () => {
  let isAway = true
  const { send } = list(async (some) => {
    if (some.includes(101) && isAway) {
      isAway = false
      throw unavailable(new Error('busy'))
    }
    return [...some]
  })
  expect([await send().json(), isAway]).toEqual([ids, false])
})

test('a list that cannot be read to the end aborts the response, so that nobody takes it for complete', async () => {
  const { send } = list(async (some) => {
    if (some.includes(101)) throw new Error('away')
    return [...some]
  })
  await expect(send().text()).rejects.toThrow('away')
  expect(logged).toEqual(['A list failed while it was being sent'])
})
