import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { launchWhole, openTab } from '../browser/browser'
import { type Client, firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'

/**
 * The size of a post's photographs: three of 20 megapixels on four kinds of screens, in the variants of this site and
 * in those that two other systems generate by default for the same column.
 */
const screens = [
  { width: 375, deviceScaleFactor: 1 },
  { width: 375, deviceScaleFactor: 2 },
  { width: 1280, deviceScaleFactor: 1 },
  { width: 1280, deviceScaleFactor: 2 },
]
const [width, height, quality] = [5472, 3648, 92]

type System = {
  /** The markup of a picture as the other system generates it; `index` counts from 0. */
  tag: (index: number) => string
  make: (original: Buffer, wide: number) => Promise<Buffer>
  type: string
}

const at = (index: number, wide: number) => `/compared/${index}/${wide}`
const set = (index: number, widths: number[]) => widths.map((wide) => `${at(index, wide)} ${wide}w`).join(', ')

const systems: Record<string, System> = {
  /** JPEG of quality 82; the first picture eager, the others lazy with automatic sizes (`auto`, 6.7). */
  WordPress: {
    tag: (index) => {
      const sizes = '(max-width: 1024px) 100vw, 1024px'
      const waits = index === 0 ? `fetchpriority="high" sizes="${sizes}"` : `loading="lazy" sizes="auto, ${sizes}"`
      return `<img ${waits} width="1024" height="683" src="${at(index, 1024)}" srcset="${set(index, [1024, 300, 768, 1536, 2048])}" alt="">`
    },
    make: (original, wide) => sharp(original).resize(wide).jpeg({ quality: 82 }).toBuffer(),
    type: 'image/jpeg',
  },
  /** The image component of Next.js over the original, with the quality and the `sizes` of the website template. */
  Payload: {
    tag: (index) => {
      const widths = [16, 32, 48, 64, 96, 128, 256, 384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840]
      const breakpoints = [1920, 1536, 1280, 1024, 768, 640]
      const sizes = breakpoints.map((wide) => `(max-width: ${wide}px) ${wide * 2}w`).join(', ')
      return `<img loading="lazy" width="${width}" height="${height}" sizes="${sizes}" srcset="${set(index, widths)}" src="${at(index, 3840)}" alt="">`
    },
    make: (original, wide) => sharp(original).resize(wide).webp({ quality: 100 }).toBuffer(),
    type: 'image/webp',
  },
}

const photographs = await Promise.all([1, 2, 3].map(photograph))
console.log(`originals: ${photographs.map(({ length }) => kilobytes(length)).join(', ')} KB`)
const [browser, site] = await Promise.all([launchWhole(), startSite({ env: { THROTTLE: '0' } })])
try {
  const path = await postWith(await firstAdministrator(site), photographs)
  for (const screen of screens) {
    const own = await weigh(browser, site, path, screen)
    const others = await Promise.all(
      Object.entries(systems).map(
        async ([name, system]) => `${name} ${kilobytes(await weigh(browser, site, path, screen, system))}`,
      ),
    )
    console.log(`${screen.width} px at ${screen.deviceScaleFactor}: ${kilobytes(own)} KB, ${others.join(', ')}`)
  }
} finally {
  await browser.close()
  await site.dispose()
}

/** The bytes of the pictures in the text after scrolling through all of it. */
async function weigh(
  chromium: Browser,
  { url }: SiteProcess,
  path: string,
  { width: wide, deviceScaleFactor }: (typeof screens)[number],
  other?: System,
): Promise<number> {
  const tab = await openTab(chromium, { baseURL: url, viewport: { width: wide, height: 900 }, deviceScaleFactor })
  let bytes = 0
  await tab.route('**/assets/*.js', (route) => route.abort())
  await tab.route('**/compared/**', async (route) => {
    const [, index = 0, size = 0] = /(\d+)\/(\d+)$/.exec(route.request().url()) ?? []
    const body = await other!.make(photographs[Number(index)]!, Number(size))
    bytes += body.length
    await route.fulfill({ body, contentType: other!.type })
  })
  if (other)
    await tab.route(`**${path}`, async (route) => {
      const answer = await route.fetch()
      let index = 0
      const body = (await answer.text()).replace(/<picture>(?:(?!<\/picture>).)*alt="View \d".*?<\/picture>/gs, () =>
        other.tag(index++),
      )
      if (index !== photographs.length) throw new Error(`${index} pictures were found in ${path}`)
      await route.fulfill({ response: answer, body })
    })
  else
    tab.on('response', async (answer) => {
      if (/\/media\/[\da-f]{64}\//.test(answer.url())) bytes += Number(answer.headers()['content-length'] ?? 0)
    })
  await tab.goto(path)
  const pictures = tab.locator('.prose img')
  for (let index = 0; index < photographs.length; index++) {
    await pictures.nth(index).scrollIntoViewIfNeeded()
    await pictures.nth(index).evaluate((image: HTMLImageElement) => image.decode())
  }
  await tab.context().close()
  return bytes
}

async function postWith(editor: Client, files: Buffer[]): Promise<string> {
  const pictures = await Promise.all(
    files.map(async (bytes, index) => {
      const body = new FormData()
      body.set('file', new File([new Uint8Array(bytes)], `photograph-${index + 1}.jpg`, { type: 'image/jpeg' }))
      const answer = await fetch(`${site.url}/api/media`, {
        method: 'POST',
        headers: { cookie: editor.cookie, origin: site.url },
        body,
      })
      const { url } = (await answer.json()) as { url: string }
      return `<p>What is seen.</p><p><img src="${url}" width="${width}" height="${height}" alt="View ${index + 1}"></p>`
    }),
  )
  const [first] = (await (await editor.get('/api/blog')).json()) as { imageUrl: string }[]
  const answer = await editor.write(
    'POST',
    '/api/blog',
    { title: 'Three views', excerpt: 'Of the harbour.', imageUrl: first?.imageUrl, content: pictures.join('') },
    { origin: site.url },
  )
  const { slug } = (await answer.json()) as { slug: string }
  return `/blog/${slug}/`
}

/** A landscape with the detail of a photograph: noise of all sizes, less of it in the sky. */
async function photograph(seed: number): Promise<Buffer> {
  const random = randomFrom(seed)
  const ridge = (y: number) =>
    Array.from({ length: 51 }, (_, step) => `${step * 2} ${y + (random() - 0.5) * 9}`).join(' L')
  const hills = [45, 56, 66, 77, 88].map(
    (y, index) =>
      `<path d="M${ridge(y)} L100 100 L0 100Z" fill="hsl(${seed * 70 + index * 14} ${30 + index * 7}% ${62 - index * 11}%)"/>`,
  )
  const towers = Array.from({ length: 9 }, () => {
    const tall = 10 + random() * 30
    return `<rect x="${random() * 90}" y="${88 - tall}" width="${2 + random() * 7}" height="${tall}" fill="hsl(${seed * 40} 20% ${20 + random() * 40}%)"/>`
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none" width="${width}" height="${height}"><rect width="100" height="100" fill="hsl(${200 + seed * 10} 55% 65%)"/>${hills.join('')}${towers.join('')}</svg>`
  const pixels = await sharp(Buffer.from(drawing)).removeAlpha().raw().toBuffer()
  for (const [scale, amount] of [
    [1, 5],
    [2, 7],
    [4, 9],
    [8, 11],
    [16, 13],
    [64, 15],
    [256, 16],
  ] as const) {
    const [w, h] = [Math.ceil(width / scale), Math.ceil(height / scale)]
    const noise = await sharp(
      Uint8Array.from({ length: w * h }, () => random() * 256),
      { raw: { width: w, height: h, channels: 1 } },
    )
      .resize(width, height, { kernel: 'cubic', fit: 'fill' })
      .toColourspace('b-w')
      .raw()
      .toBuffer()
    for (let place = 0; place < noise.length; place++) {
      const add = ((noise[place]! - 128) / 128) * amount * (place < noise.length * 0.45 ? 0.35 : 1)
      for (let channel = place * 3; channel < place * 3 + 3; channel++)
        pixels[channel] = Math.min(Math.max(pixels[channel]! + add, 0), 255)
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
}

/** A seeded random generator of numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1000)
}
