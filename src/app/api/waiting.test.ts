import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import sharp from 'sharp'
import { postInput } from '#test/inputs'
import { type TestLibrary, testLibrary } from '#test/library'

let library: TestLibrary
beforeAll(async () => {
  library = await testLibrary()
})
beforeEach(() => library.startAfresh())
afterAll(() => library.close())

const counts = async (headers: Record<string, string> = { cookie: library.cookie() }) => {
  const answer = await library.t.ask('/api/waiting', { headers })
  return { status: answer.status, json: (await answer.json()) as object }
}
const picture = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()

test('missing translations and alternative texts are counted for administrators', async () => {
  expect((await counts({})).status).toBe(401)
  expect(await counts()).toEqual({ status: 200, json: { untranslated: 0, undescribed: 0 } })

  await library.write('POST', '/api/blog', postInput({ title: 'English alone' }))
  await library.write('POST', '/api/page-contents', { page: 'about', content: '{"title":"About"}' })
  for (const colour of ['#336699', '#996633', '#669933']) await library.upload(await picture(colour), 'a.png')
  await library.write('PUT', '/api/media/1', { alt: { en: 'A', es: 'B' } })
  expect((await counts()).json).toEqual({ untranslated: 2, undescribed: 2 })
  await library.write('POST', '/api/media/2/trash')
  await library.write('PUT', '/api/media/3', { decorative: true })
  expect((await counts()).json).toEqual({ untranslated: 2, undescribed: 0 })
})
