import { expect, test } from 'bun:test'
import { createCacheTags } from '#platform/cache/cache-tags'
import { quietChannel } from '#test/screens/channel'
import { readiness } from './origin'

test('readiness says why notifications of other processes are late', () => {
  let listenError: string | undefined = 'NOTIFY does not arrive'
  const cacheTags = createCacheTags({
    channel: quietChannel({ isListening: () => listenError === undefined, listenError: () => listenError }),
  })
  const takesWrites = () => true
  expect(readiness({ cacheTags, takesWrites })).toBe('degraded: NOTIFY does not arrive')
  listenError = undefined
  expect(readiness({ cacheTags, takesWrites })).toBe('ready')
  expect(readiness({ cacheTags, takesWrites: () => false })).toBe('degraded: the database takes no writes')
})
