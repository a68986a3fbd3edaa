import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { testServices } from '#test/api'
import { drawPicture, type Drawn } from './draw'
import { createSocialPictures } from './social-pictures'

const facts = { brand: 'Industria AI', label: 'Blog' }

describe('a drawn picture', () => {
  test('has its size and is light, whatever the title and the picture', async () => {
    const noise = await sharp({
      create: {
        width: 800,
        height: 800,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer()
    const titles = [
      '<b>&amp; "signs"</b>',
      'a'.repeat(200),
      'Owls 🦉 and 👩‍💻',
      'هذا عنوان طويل باللغة العربية',
      '\u0001',
      'word '.repeat(60),
    ]
    for (const title of titles) {
      for (const picture of [undefined, noise, new Uint8Array([1, 2, 3])]) {
        const bytes = await drawPicture({ ...facts, title, picture })
        const { width, height, format } = await sharp(bytes).metadata()
        expect([title, width, height, format]).toEqual([title, 1200, 630, 'png'])
        expect([title, bytes.length <= 60_000]).toEqual([title, true])
      }
    }
  }, 60_000)

  test('shows its title', async () => {
    const one = await drawPicture({ ...facts, title: 'One' })
    expect(await drawPicture({ ...facts, title: 'Other' })).not.toEqual(one)
    expect(await drawPicture({ ...facts, title: 'One' })).toEqual(one)
  }, 60_000)
})

describe('the pictures of shared links', () => {
  const record = (title: string, es?: string) => ({
    title,
    imageUrl: '/x.webp',
    translations: es ? { es: { title: es } } : {},
  })

  const shownWith = (hash: string) => ({
    ...record('A'),
    imageUrl: '/media/1/a.jpg',
    pictures: { '/media/1/a.jpg': { hash, focus: { x: 0.2, y: 0.5 } } },
  })

  async function pictures(records: Record<string, object>, found: Record<string, string> = {}) {
    const { services } = await testServices()
    const drawn: Drawn[] = []
    const find = createSocialPictures(
      services,
      {
        files: [],
        find: async (path) => (found[path] === undefined ? undefined : new Response(found[path])),
        read: async (path) => (records[path] ? Response.json(records[path]) : new Response(null, { status: 404 })),
      },
      {
        draw: async (what) => {
          drawn.push(what)
          await Bun.sleep(5)
          return new Uint8Array(1000)
        },
        most: 3000,
      },
    )
    const ask = (path: string, headers: Record<string, string> = {}) =>
      find({ path, method: 'GET', request: new Request(`http://acme.test${path}`, { headers }) })
    return { ask, drawn }
  }

  test('are drawn once however many ask, and asked about from then on', async () => {
    const { ask, drawn } = await pictures({ '/api/blog/a': record('A', 'Á') })
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/social/blog/a/en-1.png')))
    expect(answers.map((answer) => answer?.status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(drawn.map(({ title }) => title)).toEqual(['A'])
    const etag = answers[0]?.headers.get('etag') ?? ''
    expect((await ask('/social/blog/a/en-2.png', { 'if-none-match': etag }))?.status).toBe(304)
    await ask('/social/blog/a/es-1.png')
    expect(drawn.map(({ title }) => title)).toEqual(['A', 'Á'])
  })

  test('show a picture of the library, and another one when that changes', async () => {
    const hash = 'a'.repeat(64)
    const records = { '/api/blog/a': shownWith(hash) }
    const { ask, drawn } = await pictures(records, {
      [`/media/${hash}/social-20-50.jpg`]: 'one',
      [`/media/${hash.replace('a', 'b')}/social-20-50.jpg`]: 'other',
    })
    await ask('/social/blog/a/en-1.png')
    records['/api/blog/a'] = shownWith(hash.replace('a', 'b'))
    await ask('/social/blog/a/en-1.png')
    records['/api/blog/a'] = shownWith('c'.repeat(64))
    await ask('/social/blog/a/en-1.png')
    expect(drawn.map(({ picture }) => picture && new TextDecoder().decode(picture))).toEqual([
      'one',
      'other',
      undefined,
    ])
  })

  test('are of what visitors see, in the languages in which that is written', async () => {
    const { ask, drawn } = await pictures({ '/api/blog/a': record('A') })
    for (const path of [
      '/social/blog/draft/en-1.png',
      '/social/blog/a/es-1.png',
      '/social/waitlist/a/en-1.png',
      '/social/blog/a/en-x.png',
    ])
      expect([path, await ask(path)]).toEqual([path, undefined])
    expect(drawn).toEqual([])
  })

  test('are bounded: the one not asked for longest is drawn again', async () => {
    const { ask, drawn } = await pictures(
      Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`/api/projects/${name}`, record(name)])),
    )
    for (const name of ['a', 'b', 'c', 'd', 'd', 'a']) await ask(`/social/projects/${name}/en-1.png`)
    expect(drawn.map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd', 'a'])
  })
})
