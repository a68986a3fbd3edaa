import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { withDatabase } from '#app/content/command'
import type { Import } from '#features/imports/contract'
import type { ReadItem } from '#features/imports/reading/reader'
import { addImport } from '../../content/add-import'
import { readConfig } from '#platform/config'
import { type Client, firstAdministrator, signIn } from '../../client'
import { crowding } from '../../crowding'
import { startSite } from '../../site-process'
import { openBucket, sendZip, unpackedIn } from './import-zip'
import { type DrillOptions, expectThat, type Figures, newFigures, timedInto, until } from '../figures'

const posts = 40
const pictures = 8

/**
 * kill -9 during an import: after the restart it resumes by itself, and at the end every post, picture and redirect
 * exists exactly once, and no unpacked file is left. The pictures come from the old site, or in a `zip`, and the library
 * is in a `bucket` or on the disk.
 */
export async function importDrill({
  name,
  rounds,
  env = {},
  isZip = false,
  hasBucket = false,
}: DrillOptions & { isZip?: boolean; hasBucket?: boolean }): Promise<Figures> {
  const figures = newFigures(`kill -9 while posts are imported${isZip ? ' from a zip' : ''}, ${name}`)
  const bucket = hasBucket ? await openBucket() : undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'imports-'))
  const old = await oldSite()
  const settings = { ...env, ...bucket?.env, THROTTLE: '0', SEED_DEMO: '0', WEBHOOK_ALLOW: '127.0.0.0/8' }
  const options = { dataDir, env: settings }
  let site = await startSite(options)
  try {
    await firstAdministrator(site)
    await site.stop()
    const ids = isZip
      ? []
      : await fillImports({ ...settings, DATA_DIR: dataDir }, old.host, { rounds, posts, pictures })
    site = await startSite(options)
    let admin = await signIn(site)
    let took = 0
    for (let round = 0; round < rounds; round++) {
      const id = ids[round] ?? (await sendZip(admin, round, { posts, pictures }, drawPicture))
      const begun = await admin.write('POST', `/api/imports/${id}/run`, runAll)
      expectThat(figures, begun.status === 202, `an import was answered ${begun.status}`)
      const started = performance.now()
      // The first one runs to its end, to measure how long they take.
      const isLeft = round === 0
      if (isLeft) await until('the import is done', 60_000 * crowding(), () => isDone(admin, id))
      else await Bun.sleep(Math.random() * took)
      if (isLeft) took = performance.now() - started
      await site.stop('SIGKILL')
      site = await timedInto(figures, 'longestRecoveryMs', () => startSite(options))
      admin = await signIn(site)
      await until('the import is done', 60_000 * crowding(), () => isDone(admin, id))
      await audit(figures, admin, { id, done: round + 1 })
      const left = unpackedIn(bucket?.directory ?? join(dataDir, 'media'))
      expectThat(figures, left.length === 0, `${left.length} unpacked files are left`)
      figures.rounds++
    }
  } finally {
    await site.stop('SIGKILL')
    await old.stop()
    await bucket?.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figures
}

export const runAll = { language: 'en', as: 'same', media: true, redirects: true }

/** The host of an old site that serves every requested picture, each with different bytes. */
export async function oldSite() {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => new Response(await drawPicture(new URL(request.url).pathname)),
  })
  return { host: `127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

async function drawPicture(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const seed = new Bun.CryptoHasher('sha256').update(path).digest()
  const [red = 0, green = 0, blue = 0, width = 0, height = 0] = seed
  const create = {
    width: 100 + width,
    height: 100 + height,
    channels: 3 as const,
    background: { r: red, g: green, b: blue },
  }
  return new Uint8Array(await sharp({ create }).jpeg().toBuffer())
}

type Amount = { rounds: number; posts: number; pictures: number }

/** Reads import files while the site is not running; resolves to the ids of the imports. */
export async function fillImports(env: Record<string, string>, host: string, amount: Amount): Promise<number[]> {
  const settings = readConfig(env)
  if ('faults' in settings) throw new Error(settings.faults.join('\n'))
  return withDatabase(settings.config, { seedDemo: false }, async ({ db }) => {
    const ids: number[] = []
    for (let round = 0; round < amount.rounds; round++) {
      const items = Array.from({ length: amount.posts }, (_, at) => oldPost(host, round, at, amount))
      const found = { posts: amount.posts, pages: 0, media: amount.pictures, redirects: amount.posts }
      ids.push((await addImport(db, { kind: 'wordpress', title: `${round}.xml`, host, found, skipped: [] }, items)).id)
    }
    return ids
  })
}

function oldPost(host: string, round: number, at: number, amount: Amount): ReadItem {
  const title = `Post ${at} of ${round}`
  const address = `http://${host}/${round}/${at % amount.pictures}.jpg`
  const next = `http://${host}/${round}/post-${(at + 1) % amount.posts}/`
  const paragraph = `<p>${'The cranes of the harbour run day and night, and so do the ships. '.repeat(6)}</p>`
  return {
    type: 'post',
    key: `${host} ${round} ${at}`,
    title,
    payload: {
      title,
      slug: `post-${round}-${at}`,
      html: `<p>See <a href="${next}">the next</a>.</p><p><img src="${address}" alt="A crane"></p>${paragraph.repeat(5)}`,
      excerpt: '',
      category: 'Harbour',
      author: 'Ada',
      image: address,
      imageAlt: 'A crane',
      publishedAt: new Date(Date.UTC(2012, 0, 1 + at)).toISOString(),
      status: 'published',
      metadata: {},
      paths: [`http://${host}/${round}/post-${at}/`],
    },
  }
}

const stateOf = async (admin: Client, id: number) => (await (await admin.get(`/api/imports/${id}`)).json()) as Import
const isDone = async (admin: Client, id: number): Promise<boolean> => (await stateOf(admin, id)).state === 'done'

/** `done`: the number of finished imports. */
async function audit(figures: Figures, admin: Client, { id, done }: { id: number; done: number }): Promise<void> {
  const { created, failed } = await stateOf(admin, id)
  expectThat(figures, failed.length === 0, `the import could not make ${JSON.stringify(failed)}`)
  expectThat(
    figures,
    Bun.deepEquals(created, { posts, pages: 0, media: pictures, redirects: posts }),
    `the import says that it made ${JSON.stringify(created)}`,
  )
  const there = {
    posts: await countOf(admin, '/api/blog?status=all'),
    pictures: ((await (await admin.get('/api/media?limit=100')).json()) as { items: unknown[] }).items.length,
    redirects: await countOf(admin, '/api/redirects'),
  }
  for (const [name, each] of Object.entries({ posts, pictures, redirects: posts })) {
    const count = there[name as keyof typeof there]
    figures.lost += Math.max(0, each * done - count)
    figures.doubled += Math.max(0, count - each * done)
  }
  figures.acknowledged += posts
  const first = (await (await admin.get(`/api/blog/post-${done - 1}-0`)).json()) as {
    content: string
    imageUrl: string
  }
  expectThat(figures, first.content.includes(`"/blog/post-${done - 1}-1/"`), 'a link leads to the old site')
  expectThat(figures, first.content.includes(first.imageUrl), 'a picture is the one of the old site')
}

const countOf = async (admin: Client, path: string): Promise<number> =>
  ((await (await admin.get(path)).json()) as unknown[]).length
