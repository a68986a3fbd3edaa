import { NodeFS } from '@electric-sql/pglite/nodefs'
import {
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  writeSync,
  closeSync,
  existsSync,
  fstatSync,
  fsync,
  openSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { StartError, codeOf, messageOf } from '#platform/start-error'

/** Flushes a file to the disk; tests inject one that counts or fails. */
export type Flush = {
  content(fd: number): void
  contentMeanwhile(fd: number): Promise<void>
  everything(fd: number): void
}

export const toDisk: Flush = { content: fdatasyncSync, contentMeanwhile: promisify(fdatasync), everything: fsyncSync }

const flushOfLog = '__syscall_fdatasync'

type Init = NodeFS['init']
type Stream = { nfd?: number }
type Operations = Record<string, (...given: never[]) => unknown>

/** The internals of PGlite used here: a system call stub, and Emscripten's file system over Node's. */
type Engine = {
  FS: { getStream?(fd: number): Stream | null }
  NODEFS: { stream_ops?: Operations; node_ops?: Operations }
}

type Imports = Record<string, Record<string, unknown>>
type Instantiate = (imports: Imports, done: unknown) => object

/**
 * A PGlite file system whose flushes reach the disk: PGlite's own `fdatasync` does nothing and reports success, and
 * `fsync` does not exist. `missing` reports after opening whether a later version can still be patched this way.
 * PostgreSQL calls `fdatasync` only for the WAL, at every commit. It is deferred, so that one flush serves all
 * concurrent commits and blocks nobody; every query waits for `flushed` before its result is returned. Other files may
 * only be changed after the WAL is on the disk, so the WAL is flushed synchronously before that.
 */
export class DurableFiles extends NodeFS {
  /** Internals that were not found where expected. If there are any, writes must not be reported as durable. */
  readonly missing: string[] = []
  readonly #flush: Flush
  /** WAL files that wait for a flush, and those being flushed. */
  #waiting = new Set<number>()
  #underway = new Set<number>()
  /** Number of requested flushes, and of finished ones. */
  #asked = 0
  #done = 0
  #running: Promise<void> | undefined

  constructor(directory: string, flush: Flush = toDisk) {
    super(directory)
    this.#flush = flush
  }

  override async init(...given: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(...given)
    const { preRun = [], instantiateWasm }: Pick<typeof emscriptenOpts, 'preRun'> & { instantiateWasm?: Instantiate } =
      emscriptenOpts
    let streamOf: ((fd: number) => Stream | null) | undefined

    const changed = {
      preRun: [
        ...preRun,
        ({ FS, NODEFS }: Engine) => {
          streamOf = FS.getStream
          if (!streamOf) this.missing.push('FS.getStream')
          const { stream_ops: streams = {}, node_ops: nodes = {} } = NODEFS
          streams.fsync = (stream: Stream) => this.#everything(stream)
          this.#before(streams, 'close', (stream) => this.#isOfLog(stream) && this.#flushLog())
          for (const name of ['write', 'setattr'])
            this.#before(streams, name, (stream) => this.#isOfLog(stream) || this.#flushLog())
          for (const name of ['rename', 'unlink', 'rmdir', 'setattr', 'mknod', 'symlink'])
            this.#before(nodes, name, () => this.#flushLog())
          for (const operations of [streams, nodes]) keepPrivate(operations)
        },
      ],
      instantiateWasm:
        instantiateWasm &&
        ((imports: Imports, done: unknown) => {
          if (imports.env && flushOfLog in imports.env)
            imports.env[flushOfLog] = (fd: number) => this.#later(streamOf?.(fd))
          else this.missing.push(flushOfLog)
          return instantiateWasm(imports, done)
        }),
    }
    if (!instantiateWasm) this.missing.push('instantiateWasm')
    return { emscriptenOpts: { ...emscriptenOpts, ...changed } }
  }

  /** Resolves when everything committed before the call is on the disk. */
  async flushed(): Promise<void> {
    const asked = this.#asked
    while (this.#done < asked) await (this.#running ??= this.#flushMeanwhile())
  }

  #before(operations: Operations, name: string, run: (stream: Stream) => unknown) {
    const operation = operations[name]
    if (operation) {
      operations[name] = (...given: never[]) => {
        if (this.#done < this.#asked) run(...(given as unknown as [Stream]))
        return operation(...given)
      }
    } else {
      this.missing.push(`NODEFS ${name}`)
    }
  }

  #isOfLog({ nfd }: Stream): boolean {
    return nfd !== undefined && (this.#waiting.has(nfd) || this.#underway.has(nfd))
  }

  #later(stream: Stream | null | undefined): number {
    if (stream?.nfd !== undefined) {
      this.#waiting.add(stream.nfd)
      this.#asked++
    }
    return 0
  }

  async #flushMeanwhile(): Promise<void> {
    const asked = this.#asked
    const files = this.#waiting
    this.#underway = files
    this.#waiting = new Set()
    try {
      for (const fd of files) await this.#flush.contentMeanwhile(fd)
    } catch (error) {
      // Unless it was flushed synchronously meanwhile, and then closed.
      if (this.#done < asked) endUnflushed(error)
    }
    this.#underway = new Set()
    this.#done = Math.max(this.#done, asked)
    this.#running = undefined
  }

  #flushLog() {
    try {
      for (const fd of this.#underway.union(this.#waiting)) this.#flush.content(fd)
    } catch (error) {
      endUnflushed(error)
    }
    this.#underway = new Set()
    this.#waiting = new Set()
    this.#done = this.#asked
  }

  #everything({ nfd }: Stream): number {
    if (nfd === undefined) return 0
    try {
      this.#flush.everything(nfd)
    } catch (error) {
      if (!isFolderThatNeedsNone(nfd, error)) endUnflushed(error)
    }
    return 0
  }
}

/**
 * PGlite's files must not be readable by other users, regardless of the umask: PGlite sets modes after creating a file.
 */
function keepPrivate(operations: Operations) {
  const { setattr, mknod } = operations as {
    setattr?: (node: unknown, attributes: { mode?: number }) => unknown
    mknod?: (parent: unknown, name: unknown, mode: number, device: unknown) => unknown
  }
  if (setattr)
    operations.setattr = (node: unknown, attributes: { mode?: number }) =>
      setattr(node, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & forOwner })
  if (mknod)
    operations.mknod = (parent: unknown, name: unknown, mode: number, device: unknown) =>
      mknod(parent, name, mode & forOwner, device)
}

/** Mask that keeps the owner's bits of a mode. */
const forOwner = ~0o077

/**
 * After a failed flush its data may be lost, and a retry would report success, so the process exits and the next start
 * recovers from the WAL. PostgreSQL panics for the same reason, which PGlite cannot: it would spin for ever.
 */
function endUnflushed(error: unknown): never {
  try {
    writeSync(2, `The disk could not keep the database, so the process ends: ${messageOf(error)}\n`)
  } finally {
    process.exit(1)
  }
}

const marker = 'durable'

/**
 * Flushes a new database, or one made by a release without flushes, when it is opened for the first time. From then on
 * every write is flushed.
 */
export async function syncOnce(place: string): Promise<void> {
  const path = join(place, marker)
  if (existsSync(path)) return
  await syncTree(place)
  writeFileSync(path, '', { mode: 0o600 })
  await syncEntry(path)
}

/** Flushes the directory entry of `path`. */
export const syncEntry = (path: string): Promise<void> => syncOne(dirname(path))

/**
 * Many in parallel, because a disk combines them: one after the other the thousand files of a new database take
 * seconds.
 */
async function syncTree(folder: string): Promise<void> {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() || entry.isDirectory(),
  )
  const atMost = pLimit(64)
  await Promise.all(
    [folder, ...inside.map(({ parentPath, name }) => join(parentPath, name))].map((path) =>
      atMost(() => syncOne(path)),
    ),
  )
}

async function syncOne(path: string): Promise<void> {
  let fd: number | undefined
  try {
    fd = openSync(path, 'r')
    await promisify(fsync)(fd)
  } catch (error) {
    if (fd === undefined ? !isClosedFolder(path, error) : !isFolderThatNeedsNone(fd, error)) {
      throw new StartError(`The disk of DATA_DIR cannot keep ${path}: ${messageOf(error)}`)
    }
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Some file systems cannot flush directories, and some systems cannot open them; PostgreSQL ignores both errors. */
const isFolderThatNeedsNone = (fd: number, error: unknown) =>
  ['EBADF', 'EINVAL'].includes(codeOf(error)) && fstatSync(fd).isDirectory()

const isClosedFolder = (path: string, error: unknown) =>
  ['EISDIR', 'EACCES', 'EPERM'].includes(codeOf(error)) && statSync(path).isDirectory()
