import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { openImporting } from '#test/content/importing'
import { wxrOf } from '#test/content/wxr'
import { zipOf } from '#test/content/zip'

let site: Awaited<ReturnType<typeof openImporting>>
beforeAll(async () => {
  site = await openImporting([])
})
beforeEach(() => site.begin())
afterAll(() => site.close())

const content = [
  '<figure><video controls src="https://films.example/spin.mp4"></video><figcaption>It spins</figcaption></figure>',
  '<p><audio src="https://films.example/hum.mp3" title="It hums"></audio></p>',
  '<iframe width="560" src="https://www.youtube-nocookie.com/embed/abcdefghijk?start=9"></iframe>',
  '<object data="https://films.example/plan.pdf" type="application/pdf"></object>',
  '<noscript><img src="https://films.example/crane.png" alt="A crane"></noscript>',
  '<div><video></video></div>',
].join('\n\n')

test.each<[string, () => BlobPart | Promise<BlobPart>]>([
  ['WordPress', () => wxrOf([{ title: 'Players', content }])],
  ['Ghost', () => JSON.stringify({ data: { posts: [{ title: 'Players', slug: 'players', html: content }] } })],
  ['Markdown', () => zipOf({ 'posts/players.md': `---\ntitle: Players\n---\n${content}` })],
  ['a table', () => `title,slug,content\nPlayers,players,"${content.replaceAll('"', '""')}"`],
])('players of %s become links to what they show, and pictures of noscript stay', async (_, file) => {
  const { status, json } = await site.sendFile(await file(), 'old')
  expect(status).toBe(201)
  expect(json.skipped).toEqual([
    { title: 'Players', why: '“<video>” plays there and has no address to link to: removed' },
  ])
  await site.run(json.id)
  const { json: post } = await site.send<{ content: string }>('GET', '/api/blog/players?status=all')
  const stored = post.content.replaceAll(/(?<=>)\s+|\s+(?=<)/g, '')
  for (const part of [
    '<figure><a href="https://films.example/spin.mp4">https://films.example/spin.mp4</a><figcaption>It spins</figcaption></figure>',
    '<a href="https://films.example/hum.mp3">It hums</a>',
    '<a href="https://www.youtube.com/watch?v=abcdefghijk&amp;t=9s">',
    '<a href="https://films.example/plan.pdf">',
    '<img src="https://films.example/crane.png" alt="A crane">',
  ])
    expect(stored).toContain(part)
  expect(stored).not.toMatch(/<(video|audio|iframe|object|noscript)|<(figure|p|div)>\s*<\//)
})

test('pictures that are part of a text are listed, and the placeholders of others are not', async () => {
  const picture = (length: number, alt: string) =>
    `<img src="data:image/png;base64,${'A'.repeat(length)}" alt="${alt}">`
  const text = `<figure>${picture(9000, '')}</figure><p>${picture(9000, 'A crane')} and ${picture(60, '')}</p>`
  const { json } = await site.sendFile(wxrOf([{ title: 'Inside', content: text }]), 'old')
  expect(json.skipped).toEqual([{ title: 'Inside', why: '2 pictures are part of the text itself: left out' }])
  await site.run(json.id)
  const { json: post } = await site.send<{ content: string }>('GET', '/api/blog/inside?status=all')
  expect(post.content).toBe('<p>A crane and </p>')
})

test('what follows a player that is closed at once, as in XML and JSX, stays', async () => {
  const written = [
    '<video controls src="https://films.example/spin.mp4" />',
    'First',
    '<iframe src="https://www.youtube.com/embed/abcdefghijk"/>',
    'Second',
    '<audio src={"https://films.example/hum.mp3"} />',
    'Last',
  ].join('\n\n')
  const zip = await zipOf({
    'posts/one.md': `---\ntitle: One\n---\n${written.replace(/[{}]/g, '')}`,
    'posts/two.mdx': `---\ntitle: Two\n---\n${written}`,
  })
  const { status, json } = await site.sendFile(zip, 'old')
  expect([status, json.skipped]).toEqual([201, []])
  await site.run(json.id)
  for (const slug of ['one', 'two']) {
    const { json: post } = await site.send<{ content: string }>('GET', `/api/blog/${slug}?status=all`)
    expect(
      post.content
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ).toBe(
      'https://films.example/spin.mp4 First https://www.youtube.com/watch?v=abcdefghijk Second https://films.example/hum.mp3 Last',
    )
  }
})
