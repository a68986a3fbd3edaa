import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administrator, visitor } from '../client'
import { startSite } from '../site-process'
import { expectThat, type Figures, newFigures, timedInto, until } from './figures'
import { recordHead, recordKinds } from './recording-disk'

/** What of the writes that were not flushed when the power went is on the disk all the same. */
const remainders = ['none', 'a random half', 'all'] as const
const pieces = [4096, 512] as const
type Cut = { at: number; remainder: (typeof remainders)[number]; piece: (typeof pieces)[number] }
type Entry = { kind: number; offset: number; content: Buffer }

const diskSize = 256
const settings = {
  THROTTLE: '0',
  SEED_DEMO: '1',
  ADMIN_USERNAME: administrator.username,
  ADMIN_PASSWORD: administrator.password,
}
const text = (name: string) => `${name} `.repeat(60).trim()

/**
 * The power goes while visitors write to the embedded database. A disk under a file system under the product records
 * what is written and flushed, in one log with what the visitors sent and what was acknowledged; of that log every
 * image is made that a cut may leave. On each the product has to start, with every acknowledged write, whole. `lost`
 * counts writes, `faults` tells what broke.
 */
export async function powerDrill({
  points,
  seconds,
}: {
  points: number
  seconds: number
}): Promise<Figures[] | { leftOut: string }> {
  const lacking = await whatIsLacking()
  if (lacking) return { leftOut: `power cut, embedded: ${lacking}` }
  const folder = mkdtempSync(join(tmpdir(), 'power-'))
  try {
    const image = join(folder, 'image')
    await run(['truncate', '-s', `${diskSize}M`, image])
    await run(['mkfs.ext4', '-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image])
    await record(folder, image, seconds)
    return await replay(folder, image, points)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function whatIsLacking(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux'
  if (!existsSync('/dev/fuse')) return 'there is no /dev/fuse'
  const tool = ['losetup', 'mkfs.ext4', 'mount', 'umount', 'truncate'].find((name) => !Bun.which(name))
  if (tool) return `there is no ${tool}`
  const isFree = await run(['losetup', '-f']).then(
    () => true,
    () => false,
  )
  return isFree ? undefined : 'there is no free loop device'
}

/** The first start and the writes, on the recording disk. */
async function record(folder: string, image: string, seconds: number): Promise<void> {
  const recording = join(folder, 'recording')
  const mount = join(folder, 'mount')
  mkdirSync(recording)
  mkdirSync(mount)
  const recorder = Bun.spawn(
    ['bun', join(import.meta.dir, 'recording-disk.ts'), recording, image, join(folder, 'log')],
    { stdout: 'ignore', stderr: 'inherit' },
  )
  try {
    await until('the recording disk is there', 10_000, async () => existsSync(join(recording, 'disk')))
    await onDisk(join(recording, 'disk'), mount, async () => {
      const marks = openSync(join(recording, 'marks'), 'w')
      const site = await startSite({ dataDir: join(mount, 'data'), env: settings, seconds: 120 })
      mark(marks, 'started')
      const end = performance.now() + seconds * 1000
      await Promise.all(
        Array.from({ length: 8 }, async (_, index) => {
          for (let turn = 0; performance.now() < end; turn++) {
            const name = `${index % 2 === 0 ? 'email' : 'message'}-${index}-${turn}`
            mark(marks, `sent ${name}`)
            const answer = await (index % 2 === 0
              ? visitor(site.url).write(
                  'POST',
                  '/api/waitlist',
                  { email: `${name}@example.com` },
                  { 'idempotency-key': name },
                )
              : visitor(site.url).write('POST', '/api/contact', {
                  name,
                  email: 'a@example.com',
                  subject: name,
                  message: text(name),
                }))
            if (answer.status === 201) mark(marks, `done ${name}`)
            await answer.arrayBuffer()
          }
        }),
      )
      await site.stop('SIGKILL')
      closeSync(marks)
    })
  } finally {
    await run(['umount', '-l', recording]).catch(() => {})
    recorder.kill()
    await recorder.exited
  }
}

const mark = (file: number, line: string) => writeSync(file, `${line}\n`)

async function replay(folder: string, image: string, points: number): Promise<Figures[]> {
  const entries = readLog(join(folder, 'log'))
  const started = entries.findIndex(
    ({ kind, content }) => kind === recordKinds.mark && content.toString() === 'started\n',
  )
  // One in seven while the first start is still under way.
  const cuts = Array.from({ length: points }, (_, index): Cut => ({
    at:
      index % 7 === 6
        ? Math.floor(Math.random() * started)
        : started + Math.floor(Math.random() * (entries.length - started)),
    remainder: remainders[index % 3] ?? 'none',
    piece: pieces[Math.floor(index / 3) % 2] ?? 4096,
  })).toSorted((one, other) => one.at - other.at)

  const figures = new Map<string, Figures>()
  const base = openSync(image, 'r+')
  let applied = 0
  for (const cut of cuts) {
    const name = `power cut, of what was not flushed ${cut.remainder}, in pieces of ${cut.piece}`
    const its = figures.get(name) ?? newFigures(name)
    figures.set(name, its)
    const flushed = entries.slice(0, cut.at).findLastIndex(({ kind }) => kind === recordKinds.flush) + 1
    for (; applied < flushed; applied++) apply(base, entries[applied])
    const marks = entries
      .slice(0, cut.at)
      .filter(({ kind }) => kind === recordKinds.mark)
      .map(({ content }) => content.toString().trim())
    // Half of its superblock can keep ext4 itself from being mounted: that tells nothing of the product, and another
    // half is drawn.
    for (let draw = 1; draw <= 5; draw++) {
      const left = join(folder, 'left')
      copyFileSync(image, left)
      const disk = openSync(left, 'r+')
      for (const entry of entries.slice(flushed, cut.at)) apply(disk, entry, cut)
      closeSync(disk)
      const fault = await onDisk(left, join(folder, 'mount'), () => ask(its, join(folder, 'mount/data'), marks)).then(
        () => undefined,
        String,
      )
      if (fault === undefined) break
      if (draw < 5 && cut.remainder === 'a random half' && fault.includes('cannot mount')) continue
      its.faults.push(`broken at ${cut.at}: ${fault.slice(0, 600)}`)
      break
    }
    its.rounds++
  }
  closeSync(base)
  return [...figures.values()]
}

/** Starts the product on what a cut has left, and asks for every write. */
async function ask(figures: Figures, dataDir: string, marks: string[]): Promise<void> {
  const site = await timedInto(figures, 'longestRecoveryMs', () => startSite({ dataDir, env: settings, seconds: 60 }))
  try {
    const login = await visitor(site.url).write('POST', '/api/login', administrator)
    const admin = visitor(
      site.url,
      login.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    )
    const subscribers = (await (await admin.get('/api/waitlist')).json()) as { email: string }[]
    const messages = (await (await admin.get('/api/contact')).json()) as { subject: string; message: string }[]
    const stored = [
      ...subscribers.map(({ email }) => email.replace('@example.com', '')),
      ...messages.map(({ subject }) => subject),
    ]
    const found = new Set(stored)
    const done = named(marks, 'done')
    const sent = new Set(named(marks, 'sent'))
    figures.acknowledged += done.length
    figures.lost += done.filter((name) => !found.has(name)).length
    figures.doubled += stored.length - found.size
    for (const name of found) expectThat(figures, sent.has(name), `${name} was stored and never sent`)
    for (const { subject, message } of messages)
      expectThat(figures, message === text(subject), `${subject} is half there`)
    const after = await visitor(site.url).write('POST', '/api/waitlist', { email: 'after@example.com' })
    expectThat(figures, after.status === 201, `after the cut a sign-up answered ${after.status}`)
  } finally {
    await site.stop('SIGKILL')
  }
}

const named = (marks: string[], word: string) =>
  marks.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))

function readLog(path: string): Entry[] {
  const log = readFileSync(path)
  const entries: Entry[] = []
  for (let at = 0; at + recordHead <= log.length;) {
    const length = log.readUInt32LE(at + 9)
    entries.push({
      kind: log.readUInt8(at),
      offset: Number(log.readBigUInt64LE(at + 1)),
      content: log.subarray(at + recordHead, at + recordHead + length),
    })
    at += recordHead + length
  }
  return entries
}

function apply(
  disk: number,
  entry: Entry | undefined,
  { remainder, piece }: Pick<Cut, 'remainder' | 'piece'> = { remainder: 'all', piece: 4096 },
): void {
  if (entry?.kind !== recordKinds.write || remainder === 'none') return
  for (let from = 0; from < entry.content.length; from += piece) {
    if (remainder === 'a random half' && Math.random() < 0.5) continue
    const part = entry.content.subarray(from, from + piece)
    writeSync(disk, part, 0, part.length, entry.offset + from)
  }
}

/** Mounts the ext4 in `file` while `work` runs. */
async function onDisk(file: string, mount: string, work: () => Promise<void>): Promise<void> {
  const device = (await run(['losetup', '-f', '--show', file])).trim()
  try {
    await run(['mount', '-t', 'ext4', device, mount])
    try {
      await work()
    } finally {
      await run(['umount', mount]).catch(() => run(['umount', '-l', mount]))
    }
  } finally {
    await run(['losetup', '-d', device])
  }
}

async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${err.trim()}`)
  return out
}
