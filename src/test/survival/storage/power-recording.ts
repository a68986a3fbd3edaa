import { closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { administrator, type Client, signIn, visitor } from '../../client'
import { crowding } from '../../crowding'
import { type SiteProcess, startSite } from '../../site-process'
import { onDisk, run } from './disks'
import { until } from '../figures'

/** In order; `trimming` begins when the WAL is full and ends when the product has trimmed it. */
export const phases = ['first start', 'writes', 'uploads', 'trimming', 'stop and start', 'crash and start'] as const
export type Phase = (typeof phases)[number]

export const settings = {
  THROTTLE: '0',
  SEED_DEMO: '1',
  ADMIN_USERNAME: administrator.username,
  ADMIN_PASSWORD: administrator.password,
}

/** The text of the message with this subject. */
export const textOf = (subject: string) => `${subject} `.repeat(60).trim()

export const longPostSlug = 'edited-until-the-log-is-full'
/** Its content depends only on the turn, and is incompressible. */
export const longPost = (turn: number) => ({
  title: 'Edited until the log is full',
  slug: longPostSlug,
  excerpt: `turn ${turn}`,
  imageUrl: '/og.png',
  content: `<p>${Array.from({ length: 2000 }, (_, part) => new Bun.CryptoHasher('sha512').update(`${turn} ${part}`).digest('hex')).join(' ')}</p>`,
})

export const contentHash = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

/** The product trims its WAL when it has more segments. */
const segmentsKept = 5

type Mark = (line: string) => void

/**
 * Runs all phases on a recording disk, with marks: `sent NAME` and `done NAME`, `deleting` and `deleted` between the
 * writes, `hash NAME SHA-256` of a file as served to visitors, and `phase NAME`.
 */
export async function recordPhases(
  folder: string,
  { image, log, seconds, trims }: { image: string; log: string; seconds: number; trims: boolean },
): Promise<void> {
  const recording = join(folder, 'recording')
  mkdirSync(recording)
  const recorder = Bun.spawn(['bun', join(import.meta.dir, 'recording-disk.ts'), recording, image, log], {
    stdout: 'ignore',
    stderr: 'inherit',
  })
  try {
    await until('the recording disk is there', 10_000 * crowding(), async () => existsSync(join(recording, 'disk')))
    const mount = join(folder, 'recorded')
    await onDisk(join(recording, 'disk'), mount, () =>
      live(join(mount, 'data'), join(recording, 'marks'), { seconds, trims }),
    )
  } finally {
    await run(['umount', '-l', recording]).catch(() => {})
    recorder.kill()
    await recorder.exited
  }
}

async function live(
  dataDir: string,
  marks: string,
  { seconds, trims }: { seconds: number; trims: boolean },
): Promise<void> {
  const file = openSync(marks, 'w')
  const mark: Mark = (line) => writeSync(file, `${line}\n`)
  const begin = (phase: Phase) => mark(`phase ${phase}`)
  const start = () => startSite({ dataDir, env: settings, seconds: 120 })
  const end = () => performance.now() + seconds * 1000

  begin('first start')
  let site = await start()
  try {
    begin('writes')
    await write(site, mark, { label: 'plain', writers: 8, end: end() })

    begin('uploads')
    const during = end()
    await Promise.all([
      send(await signIn(site, 30_000), mark, during),
      write(site, mark, { label: 'beside', writers: 2, end: during }),
    ])

    if (trims) await untilTrimmed(site, dataDir, mark, () => begin('trimming'))

    begin('stop and start')
    await Promise.all([
      write(site, mark, { label: 'last', writers: 4, end: performance.now() + 500 }),
      Bun.sleep(400).then(() => site.stop()),
    ])
    site = await start()
    await write(site, mark, { label: 'stopped', writers: 4, end: performance.now() + 500 })

    begin('crash and start')
    await site.stop('SIGKILL')
    site = await start()
    await write(site, mark, { label: 'crashed', writers: 4, end: performance.now() + 500 })
  } finally {
    await site.stop('SIGKILL')
    closeSync(file)
  }
}

type Writing = { label: string; writers: number; end: number; pause?: number; signal?: AbortSignal }

/** Sign-ups and messages; a writer stops when the site does. */
async function write(
  { url }: SiteProcess,
  mark: Mark,
  { label, writers, end, pause = 0, signal }: Writing,
): Promise<void> {
  await Promise.all(
    Array.from({ length: writers }, async (_, index) => {
      for (let turn = 0; performance.now() < end && !signal?.aborted; turn++) {
        const name = `${label}-${index}-${turn}`
        mark(`sent ${name}`)
        try {
          const answer = await (index % 2 === 0 ? sendMessage(url, name) : signUp(url, name))
          if (answer.status === 201) mark(`done ${name}`)
          await answer.arrayBuffer()
        } catch {
          return
        }
        if (pause > 0) await Bun.sleep(pause)
      }
    }),
  )
}

const signUp = (url: string, name: string) =>
  visitor(url, '', 30_000).write('POST', '/api/waitlist', { email: `${name}@example.com` }, { 'idempotency-key': name })

const sendMessage = (url: string, name: string) =>
  visitor(url, '', 30_000).write('POST', '/api/contact', {
    name,
    email: 'a@example.com',
    subject: name,
    message: textOf(name),
  })

/** Uploads pictures, and deletes every third. */
async function send(admin: Client, mark: Mark, end: number): Promise<void> {
  await Promise.all(
    Array.from({ length: 3 }, async (_, index) => {
      for (let turn = 0; performance.now() < end; turn++) {
        const name = `file-${index}-${turn}.png`
        mark(`sent ${name}`)
        const answer = await admin.upload('/api/media', new File([Uint8Array.from(await noise(40 + turn * 5))], name))
        if (answer.status !== 201) throw new Error(`An upload answered ${answer.status}: ${await answer.text()}`)
        mark(`done ${name}`)
        const { id, url } = (await answer.json()) as { id: number; url: string }
        mark(`hash ${name} ${contentHash(await (await admin.get(url)).bytes())}`)
        if (turn % 3 === 2) {
          mark(`deleting ${name}`)
          const gone = await admin.write('DELETE', `/api/media/${id}`)
          if (gone.status === 204) mark(`deleted ${name}`)
        }
      }
    }),
  )
}

/** A picture of random noise, which cannot be compressed. */
function noise(side: number): Promise<Buffer> {
  // One call gives 65,536 random bytes at most.
  const width = Math.min(side, 140)
  const raw = crypto.getRandomValues(new Uint8Array(width * width * 3))
  return sharp(raw, { raw: { width, height: width, channels: 3 } })
    .png()
    .toBuffer()
}

/** Fills the WAL until the product, which checks once a minute, trims it; writes continue meanwhile. */
async function untilTrimmed(site: SiteProcess, dataDir: string, mark: Mark, begins: () => void): Promise<void> {
  const segments = () => readdirSync(join(dataDir, 'db/pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length
  // Only checkpoints write this file.
  const noted = () => statSync(join(dataDir, 'db/global/pg_control')).mtimeMs
  const admin = await signIn(site, 30_000)
  const before = noted()
  const answer = await admin.write('POST', '/api/blog', longPost(0))
  if (answer.status !== 201) throw new Error(`A post answered ${answer.status}: ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: number }
  mark('edited 0')
  for (let turn = 1; segments() <= segmentsKept && noted() === before; turn++) {
    mark(`editing ${turn}`)
    const edit = await admin.write('PUT', `/api/blog/${id}`, longPost(turn))
    if (!edit.ok) throw new Error(`An edit answered ${edit.status}: ${await edit.text()}`)
    mark(`edited ${turn}`)
    await edit.arrayBuffer()
  }
  begins()
  const stopped = new AbortController()
  const writing = write(site, mark, {
    label: 'trimming',
    writers: 2,
    end: Infinity,
    pause: 500,
    signal: stopped.signal,
  })
  await until('the log is trimmed', 90_000, async () => noted() !== before).finally(() => stopped.abort())
  await writing
}
