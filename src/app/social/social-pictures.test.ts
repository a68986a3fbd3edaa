import { typeNames } from '#contract/site-values'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { testServices } from '#test/api'
import { HttpError } from '#contract/http-error'
import { byLanguage } from '#i18n/by-language'
import { drawPicture, type Drawn, drawableText } from './draw'
import { createSocialPictures } from './social-pictures'

const dataDir = mkdtempSync(join(tmpdir(), 'social-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const facts = { brand: 'Industria AI', label: 'Blog', isPhotograph: false, type: 'png' } as const

/** The colour of a point, as red, green and blue. */
async function colourAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const point = sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw()
  return [...(await point.toBuffer())]
}
const isLike = (one: number[], other: number[]) => one.every((part, at) => Math.abs(part - (other[at] ?? 0)) <= 8)

describe('a generated picture', () => {
  /** Many hues, unlike any drawing. */
  const rainbow = () =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800">${Array.from({ length: 100 }, (_, at) => `<rect x="${(at % 10) * 80}" y="${Math.floor(at / 10) * 80}" width="80" height="80" fill="hsl(${(at * 37) % 360} ${40 + (at % 60)}% ${20 + (at % 53)}%)"/>`).join('')}</svg>`,
      ),
    )
      .jpeg({ quality: 95 })
      .toBuffer()

  test.each(['jpg', 'png'] as const)(
    'has a photograph and the brand in their own colours: %s',
    async (type) => {
      const photograph = await rainbow()
      const bytes = await drawPicture({ ...facts, title: 'One', picture: photograph, isPhotograph: true, type })
      const { width, height, format } = await sharp(bytes).metadata()
      expect([width, height, format]).toEqual([1200, 630, type === 'jpg' ? 'jpeg' : 'png'])
      expect(isLike(await colourAt(bytes, 100, 505), [215, 51, 4])).toBe(true)
      const shown = await sharp(photograph).resize(440, 630, { fit: 'cover' }).png().toBuffer()
      for (const [left, top] of [
        [50, 50],
        [200, 300],
        [400, 600],
      ] as const)
        expect(isLike(await colourAt(bytes, 760 + left, top), await colourAt(shown, left, top))).toBe(true)
      expect(bytes.length).toBeLessThan(type === 'jpg' ? 300_000 : 1_000_000)
    },
    60_000,
  )

  test('follows the look: its typeface, a dark scheme, and paper without a grid', async () => {
    const draw = (look: object) => drawPicture({ ...facts, title: 'One', isPhotograph: false, type: 'png', ...look })
    const plain = await draw({})
    const dark = await draw({ isDark: true })
    expect(isLike(await colourAt(plain, 10, 10), [251, 250, 247])).toBe(true)
    expect(isLike(await colourAt(dark, 10, 10), [8, 23, 43])).toBe(true)
    expect(isLike(await colourAt(dark, 100, 505), [255, 138, 76])).toBe(true)
    const hasGrid = async (bytes: Uint8Array) =>
      !Bun.deepEquals(await colourAt(bytes, 30, 10), await colourAt(bytes, 10, 10))
    expect([await hasGrid(plain), await hasGrid(await draw({ isBlank: true }))]).toEqual([true, false])
    const faces = typeNames.filter((type) => type !== 'archivo')
    const drawn = await Promise.all(faces.map((face) => draw({ face })))
    expect(new Set([plain, ...drawn].map((bytes) => Bun.hash(bytes))).size).toBe(typeNames.length)
  }, 60_000)

  test('without a picture has the plan on its right, on drawing paper', async () => {
    const inkOf = async (look: object) => {
      const bytes = await drawPicture({ ...facts, title: 'One', ...look })
      const right = sharp(bytes).extract({ left: 780, top: 80, width: 400, height: 500 }).removeAlpha()
      const { channels } = await sharp(await right.png().toBuffer()).stats()
      return channels[0]!.min
    }
    expect(await inkOf({})).toBeLessThan(60)
    expect(await inkOf({ isBlank: true })).toBeGreaterThan(240)
  }, 60_000)

  test('has its size and is small, whatever the title and the picture', async () => {
    const drawing = await Bun.file(
      join(import.meta.dir, '../../../public/images/post-energy-buildings-800.webp'),
    ).bytes()
    const titles = [
      '<b>&amp; "signs"</b>',
      'a'.repeat(200),
      'Owls 🦉 and 👩‍💻',
      'هذا عنوان طويل باللغة العربية',
      '\u0001',
      'word '.repeat(60),
    ]
    for (const title of titles) {
      for (const picture of [undefined, drawing, new Uint8Array([1, 2, 3])]) {
        const bytes = await drawPicture({ ...facts, title, picture })
        const { width, height, format } = await sharp(bytes).metadata()
        expect([title, width, height, format]).toEqual([title, 1200, 630, 'png'])
        expect([title, bytes.length <= 150_000]).toEqual([title, true])
        expect(isLike(await colourAt(bytes, 100, 505), [215, 51, 4])).toBe(true)
      }
    }
  }, 60_000)

  test('shows its title', async () => {
    const one = await drawPicture({ ...facts, title: 'One' })
    expect(await drawPicture({ ...facts, title: 'Other' })).not.toEqual(one)
    expect(await drawPicture({ ...facts, title: 'One' })).toEqual(one)
  }, 60_000)
})

describe('a text on a generated picture', () => {
  test.each([
    ['Energy for buildings', 'Energy for buildings'],
    ['Größe, Łódź, Ørsted, İğdır, señal', 'Größe, Łódź, Ørsted, İğdır, señal'],
    ['Ελληνικά Кириллица', 'Ελληνικά Кириллица'],
    ['العربية', 'العربية'],
    ['עברית', 'עברית'],
    ['Owls 🦉 and 👩‍💻', 'Owls 🦉 and 👩‍💻'],
    ['🎉', '🎉'],
    ['cafe\u0301', 'café'],
    ['Ａ Ｉ ﬁn', 'A I fin'],
    ['A → B ∞ done', 'A B done'],
    ['AI 산업 4.0', 'AI 4.0'],
    ['Factory: 공장', 'Factory:'],
    ['한국어', ''],
    ['ไทย', ''],
    ['नमस्ते', ''],
    ['中文标题', ''],
    ['日本語のタイトル', ''],
    ['தமிழ் বাংলা ქართული Հայերեն አማርኛ ភាសាខ្មែរ', ''],
    ['AI로 공장을 바꾸다', ''],
    ['\ud800', ''],
    ['\ue000\uf8ff', ''],
    ['', ''],
  ])('has the letters for which there are glyphs: %p', (text, shown) => {
    expect(drawableText(text)).toBe(shown)
  })

  test('keeps Latin letters with unusual marks', () => {
    expect(drawableText('Tiếng Việt').normalize('NFD').replace(/\p{M}/gu, '')).toBe('Tieng Viet')
  })

  test('has no boxes: a title without glyphs is drawn as none, and what remains as it is', async () => {
    const drawn = (title: string, brand = 'Acme') => drawPicture({ ...facts, title, brand })
    const empty = await drawn('')
    expect(await drawn('Title')).not.toEqual(empty)
    for (const title of ['한국어', 'ไทย', 'नमस्ते', '中文标题']) expect(await drawn(title)).toEqual(empty)
    expect(await drawn('AI 산업 4.0')).toEqual(await drawn('AI 4.0'))
    expect(await drawn('Title', '한국어')).toEqual(await drawn('Title', ''))
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
    pictures: {
      '/media/1/a.jpg': {
        hash,
        width: 60,
        height: 40,
        focus: { x: 0.2, y: 0.5 },
        alt: { en: '', es: '' },
        decorative: true,
        colour: null,
        sort: 'still',
      },
    },
  })

  /** Each in a folder of its own, unless one is given. */
  async function pictures(
    records: Record<string, object>,
    found: Record<string, string | Error> = {},
    given = mkdtempSync(join(dataDir, 'one-')),
  ) {
    const { services } = await testServices({ dataDir: given })
    const drawn: Drawn[] = []
    const find = createSocialPictures(
      services,
      {
        files: [],
        site: {
          look: async () => ({ name: 'Acme', accent: null }),
          values: async () => ({ name: 'Acme', footer: { ...byLanguage(() => ''), en: 'We lift.', es: 'Elevamos.' } }),
        },
        find: async (path) => {
          const answer = found[path]
          if (answer instanceof Error) throw answer
          return answer === undefined ? undefined : new Response(answer)
        },
        read: async (path) => (records[path] ? Response.json(records[path]) : new Response(null, { status: 404 })),
      },
      {
        draw: async (what) => {
          if (what.title === 'Late') {
            records['/api/blog/late'] = record('In time')
            throw new HttpError(503, 'errors.notReadInTime')
          }
          drawn.push(what)
          await Bun.sleep(5)
          return new Uint8Array(1000)
        },
      },
    )
    const ask = (path: string, headers: Record<string, string> = {}) =>
      find({ path, method: 'GET', request: new Request(`http://acme.test${path}`, { headers }) })
    return { ask, drawn }
  }

  test('the site itself has one in each language: its sentence below its name', async () => {
    const { ask, drawn } = await pictures({})
    expect((await ask('/og.png'))?.headers.get('content-type')).toBe('image/png')
    expect((await ask('/es/og.png'))?.status).toBe(200)
    expect(await ask('/fr/og.png')).toBeUndefined()
    expect(drawn.map(({ title, brand, picture }) => [title, brand, picture])).toEqual([
      ['We lift.', 'Acme', undefined],
      ['Elevamos.', 'Acme', undefined],
    ])
  })

  test('are rendered once for concurrent requests, and revalidated from then on', async () => {
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

  test('show what visitors see, in the languages of the record', async () => {
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

  test('are JPEG where there may be a photograph, and also served at the address used before', async () => {
    const { ask, drawn } = await pictures({ '/api/blog/a': shownWith('a'.repeat(64)), '/api/blog/b': record('B') })
    const types = []
    for (const path of ['a/en-1.jpg', 'a/en-1.png', 'b/en-1.png'])
      types.push((await ask(`/social/blog/${path}`))?.headers.get('content-type'))
    expect(types).toEqual(['image/jpeg', 'image/png', 'image/png'])
    expect(drawn.map(({ isPhotograph, type }) => [isPhotograph, type])).toEqual([
      [true, 'jpg'],
      [true, 'png'],
      [false, 'png'],
    ])
  })

  test('are cached on the disk', async () => {
    const place = mkdtempSync(join(dataDir, 'kept-'))
    const records = { '/api/projects/a': record('A') }
    const first = await pictures(records, {}, place)
    const next = await pictures(records, {}, place)
    const answers = [await first.ask('/social/projects/a/en-1.png'), await next.ask('/social/projects/a/en-1.png')]
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200])
    expect([first.drawn.length, next.drawn.length]).toEqual([1, 0])
    expect(await answers[1]?.bytes()).toEqual(await answers[0]!.bytes())
  })

  test('are not kept without the picture of the record where that could not be read in time', async () => {
    const hash = 'a'.repeat(64)
    const address = `/media/${hash}/social-20-50.jpg`
    const found: Record<string, string | Error> = { [address]: new HttpError(503, 'errors.notReadInTime') }
    const { ask, drawn } = await pictures({ '/api/blog/a': shownWith(hash) }, found)
    const busy = await ask('/social/blog/a/en-1.jpg')
    expect([busy?.status, busy?.headers.get('retry-after'), drawn.length]).toEqual([503, '5', 0])
    found[address] = 'one'
    expect((await ask('/social/blog/a/en-1.jpg'))?.status).toBe(200)
    expect(drawn.map(({ picture }) => picture && new TextDecoder().decode(picture))).toEqual(['one'])
  })

  test('leave out a picture that can never be read', async () => {
    const hash = 'a'.repeat(64)
    const unreadable = new HttpError(422, 'errors.unreadable')
    const { ask, drawn } = await pictures(
      { '/api/blog/a': shownWith(hash) },
      { [`/media/${hash}/social-20-50.jpg`]: unreadable },
    )
    expect((await ask('/social/blog/a/en-1.jpg'))?.status).toBe(200)
    expect(drawn.map(({ picture }) => picture)).toEqual([undefined])
  })

  test('are drawn again when the drawing ran out of time', async () => {
    const { ask, drawn } = await pictures({ '/api/blog/late': record('Late') })
    expect((await ask('/social/blog/late/en-1.png'))?.status).toBe(503)
    expect((await ask('/social/blog/late/en-1.png'))?.status).toBe(200)
    expect(drawn.map(({ title }) => title)).toEqual(['In time'])
  })

  test('are refused for a while when the queue is full, and rendered when requested again', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `n${at}`)
    const { ask } = await pictures(Object.fromEntries(names.map((name) => [`/api/blog/${name}`, record(name)])))
    const all = () => Promise.all(names.map((name) => ask(`/social/blog/${name}/en-1.png`)))
    const refused = (await all()).filter((answer) => answer?.status === 503)
    expect([refused.length > 0, refused.length < names.length]).toEqual([true, true])
    expect(refused.map((answer) => answer?.headers.get('retry-after'))).toEqual(refused.map(() => '5'))
    expect(refused.map((answer) => answer?.headers.get('cache-control'))).toEqual(refused.map(() => 'no-store'))
    while ((await all()).some((answer) => answer?.status === 503));
    expect((await all()).map((answer) => answer?.status)).toEqual(names.map(() => 200))
  })
})
