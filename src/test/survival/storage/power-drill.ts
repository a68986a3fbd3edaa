import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, signIn, visitor } from '../../client'
import { startSite } from '../../site-process'
import { onDisk, run } from './disks'
import { expectThat, type Figures, newFigures, timedInto } from '../figures'
import {
  contentHash,
  longPost,
  longPostSlug,
  type Phase,
  phases,
  recordPhases,
  settings,
  textOf,
} from './power-recording'
import { recordHead, recordKinds } from './recording-disk'

/** How many of the writes that were not flushed before the power cut are on the disk nevertheless. */
const remainders = ['none', 'a random half', 'all'] as const
const pieces = [4096, 512] as const
type Mode = { remainder: (typeof remainders)[number]; piece: (typeof pieces)[number] }
type Cut = Mode & { at: number; phase: Phase }
type Entry = { kind: number; offset: number; content: Buffer }

const diskSize = 512
/** Power cuts that are checked in parallel, because each waits for its own disk. */
const lanes = 2

/**
 * A power cut during every phase of the embedded database: first start, writes, uploads, WAL trimming, stop, and
 * restart after a crash. A recording disk below the product's file system logs writes and flushes, together with the
 * sent and the acknowledged requests; from that log disk images are built as a power cut may leave them. The product
 * has to start on each, complete and with every acknowledged write. `lost` counts writes, `faults` lists errors.
 */
export async function powerDrill({
  points,
  seconds,
  trims,
}: {
  points: number
  seconds: number
  /** Whether the WAL is filled until the product trims it, which it does once a minute. */
  trims: boolean
}): Promise<Figures[] | { leftOut: string }> {
  const lacking = await whatIsLacking()
  if (lacking) return { leftOut: `power cut, embedded: ${lacking}` }
  const folder = mkdtempSync(join(roomiest(), 'power-'))
  try {
    const image = join(folder, 'image')
    await run(['truncate', '-s', `${diskSize}M`, image])
    await run(['mkfs.ext4', '-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image])
    const log = join(folder, 'log')
    await recordPhases(folder, { image, log, seconds, trims })
    const entries = readLog(log)
    const cuts = drawCuts(entries, points)
    console.log(
      `Power cuts: ${phases.map((phase) => `${phase} ${cuts.filter((cut) => cut.phase === phase).length}`).join(', ')}`,
    )
    const figures = new Map<string, Figures>()
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) => {
        const its = cuts.filter((_cut, index) => index % lanes === lane)
        return replay(join(folder, `lane-${lane}`), image, entries, its, figures)
      }),
    )
    return [...figures.values()]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A memory file system if there is room for all images: on a disk, copying them would slow everything else down. */
function roomiest(): string {
  const memory = '/dev/shm'
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  return bavail * bsize > 8 * diskSize * 1024 * 1024 ? memory : tmpdir()
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

/** The same number in each phase, with all modes in each. */
function drawCuts(entries: Entry[], points: number): Cut[] {
  const begins = phases.map((phase) => ({
    phase,
    at: entries.findIndex((entry) => markOf(entry) === `phase ${phase}`),
  }))
  const spans = begins
    .map(({ phase, at }, index) => ({
      phase,
      from: at,
      to: begins.slice(index + 1).find((next) => next.at >= 0)?.at ?? entries.length,
    }))
    .filter(({ from }) => from >= 0)
  const modes = remainders.flatMap((remainder) => pieces.map((piece): Mode => ({ remainder, piece })))
  return Array.from({ length: points }, (_, index): Cut => {
    const { phase, from, to } = spans[index % spans.length]!
    // With as many modes as phases each phase would get only one mode.
    const mode = modes[(index + Math.floor(index / spans.length)) % modes.length]!
    return { ...mode, phase, at: from + Math.floor(Math.random() * (to - from)) }
  }).toSorted((one, other) => one.at - other.at)
}

async function replay(
  place: string,
  image: string,
  entries: Entry[],
  cuts: Cut[],
  figures: Map<string, Figures>,
): Promise<void> {
  const base = `${place}-base`
  const left = `${place}-left`
  const mount = `${place}-mount`
  copyFileSync(image, base)
  const disk = openSync(base, 'r+')
  let applied = 0
  for (const cut of cuts) {
    const name = `power cut, of what was not flushed ${cut.remainder}, in pieces of ${cut.piece}`
    const its = figures.get(name) ?? newFigures(name)
    figures.set(name, its)
    const flushed = entries.slice(0, cut.at).findLastIndex(({ kind }) => kind === recordKinds.flush) + 1
    for (; applied < flushed; applied++) apply(disk, entries[applied])
    const marks = entries.slice(0, cut.at).flatMap((entry) => markOf(entry) ?? [])
    // A torn superblock can prevent ext4 itself from mounting, which says nothing about the product: draw again.
    for (let draw = 1; draw <= 5; draw++) {
      copyFileSync(base, left)
      const rest = openSync(left, 'r+')
      for (const entry of entries.slice(flushed, cut.at)) apply(rest, entry, cut)
      closeSync(rest)
      const fault = await onDisk(left, mount, () => ask(its, join(mount, 'data'), marks)).then(() => undefined, String)
      if (fault === undefined) break
      if (draw < 5 && cut.remainder === 'a random half' && fault.includes('cannot mount')) continue
      its.faults.push(`broken at ${cut.at}, ${cut.phase}: ${fault.slice(0, 600)}`)
      break
    }
    its.rounds++
    const seen = [...figures.values()].reduce((sum, { rounds }) => sum + rounds, 0)
    if (seen % 20 === 0) console.log(`${seen} power cuts`)
  }
  closeSync(disk)
}

/** Starts the product on the disk after a cut, and checks every write. */
async function ask(figures: Figures, dataDir: string, marks: string[]): Promise<void> {
  const site = await timedInto(figures, 'longestRecoveryMs', () => startSite({ dataDir, env: settings, seconds: 120 }))
  try {
    const admin = await signIn(site, 30_000)
    const subscribers = (await (await admin.get('/api/waitlist')).json()) as { email: string }[]
    const messages = (await (await admin.get('/api/contact')).json()) as { subject: string; message: string }[]
    const files = await listFiles(admin)
    const stored = [
      ...subscribers.map(({ email }) => email.replace('@example.com', '')),
      ...messages.map(({ subject }) => subject),
      ...files.map(({ name }) => name),
    ]
    const found = new Set(stored)
    const deleted = new Set(named(marks, 'deleted'))
    const mayBeGone = new Set(named(marks, 'deleting'))
    const done = named(marks, 'done').filter((name) => !mayBeGone.has(name))
    const sent = new Set(named(marks, 'sent'))
    figures.acknowledged += done.length + deleted.size
    figures.lost += done.filter((name) => !found.has(name)).length
    figures.lost += [...deleted].filter((name) => found.has(name)).length
    figures.doubled += stored.length - found.size
    for (const name of found) expectThat(figures, sent.has(name), `${name} was stored and never sent`)
    for (const { subject, message } of messages)
      expectThat(figures, message === textOf(subject), `${subject} is half there`)
    const hashes = new Map(named(marks, 'hash').map((line) => line.split(' ') as [string, string]))
    for (const { name, url } of files) {
      const answer = await visitor(site.url).get(url)
      expectThat(figures, answer.status === 200, `the file of ${name} answered ${answer.status}`)
      const hash = contentHash(await answer.bytes())
      // The content is unknown while a file's upload was not acknowledged.
      expectThat(figures, (hashes.get(name) ?? hash) === hash, `${name} is another file`)
    }
    await askForLongPost(figures, admin, marks)
    const after = await visitor(site.url).write('POST', '/api/waitlist', { email: 'after@example.com' })
    expectThat(figures, after.status === 201, `after the cut a sign-up answered ${after.status}`)
  } finally {
    await site.stop('SIGKILL')
  }
}

/** The last acknowledged version, or a later one that was sent; complete in either case. */
async function askForLongPost(figures: Figures, admin: Client, marks: string[]): Promise<void> {
  const turnsOf = (word: string) => named(marks, word).map(Number)
  const last = Math.max(-1, ...turnsOf('edited'))
  if (last < 0) return
  figures.acknowledged += turnsOf('edited').length
  const { excerpt, content } = (await (await admin.get(`/api/blog/${longPostSlug}`)).json()) as Record<string, string>
  const turn = Number(excerpt?.replace('turn ', ''))
  if (turn < last) figures.lost++
  expectThat(figures, turn <= Math.max(last, ...turnsOf('editing')), `an edit that was never sent: ${excerpt}`)
  expectThat(figures, content === longPost(turn).content, `the content of ${excerpt} is half there`)
}

type StoredFile = { name: string; url: string }

async function listFiles(admin: Client): Promise<StoredFile[]> {
  const files: StoredFile[] = []
  for (let before: number | null | undefined; before !== null;) {
    const answer = await admin.get(`/api/media?limit=100${before ? `&before=${before}` : ''}`)
    const part = (await answer.json()) as { items: StoredFile[]; next: number | null }
    files.push(...part.items.filter(({ name }) => name.startsWith('file-')))
    before = part.next
  }
  return files
}

const named = (marks: string[], word: string) =>
  marks.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))

const markOf = ({ kind, content }: Entry) => (kind === recordKinds.mark ? content.toString().trim() : undefined)

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
  { remainder, piece }: Mode = { remainder: 'all', piece: 4096 },
): void {
  if (entry?.kind !== recordKinds.write || remainder === 'none') return
  for (let from = 0; from < entry.content.length; from += piece) {
    if (remainder === 'a random half' && Math.random() < 0.5) continue
    const part = entry.content.subarray(from, from + piece)
    writeSync(disk, part, 0, part.length, entry.offset + from)
  }
}
