import { NodeFS } from '@electric-sql/pglite/nodefs'
import { closeSync, existsSync, fdatasyncSync, fstatSync, fsync, fsyncSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { StartError } from '../start-error'

/** How a file gets to the disk; tests count with their own, and let it fail. */
export type Flush = { content(fd: number): void; everything(fd: number): void }

const toDisk: Flush = { content: fdatasyncSync, everything: fsyncSync }

type Init = NodeFS['init']
type Stream = { nfd?: number }
/** What this leans on inside of PGlite: the stub of a system call, and the file system that Emscripten makes of Node's. */
type Engine = {
  FS: { getStream?(fd: number): Stream | null }
  NODEFS: { stream_ops?: { fsync?(stream: Stream): number } }
}
type Imports = Record<string, Record<string, unknown>>
type Instantiate = (imports: Imports, done: unknown) => object

/**
 * The files of a PGlite whose flushes reach the disk: as it comes `fdatasync` answers that all is well and does nothing, and `fsync`
 * is not there. Whether a later version still lets itself be helped so, `missing` tells once it is open.
 */
export class DurableFiles extends NodeFS {
  /** What was not found where it was looked for. As long as something is, nothing may be called durable. */
  readonly missing: string[] = []
  readonly #flush: Flush

  constructor(directory: string, flush: Flush = toDisk) {
    super(directory)
    this.#flush = flush
  }

  override async init(...given: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(...given)
    const { preRun = [], instantiateWasm }: Pick<typeof emscriptenOpts, 'preRun'> & { instantiateWasm?: Instantiate } = emscriptenOpts
    let streamOf: ((fd: number) => Stream | null) | undefined

    const changed = {
      preRun: [...preRun, ({ FS, NODEFS }: Engine) => {
        streamOf = FS.getStream
        if (!streamOf) this.missing.push('FS.getStream')
        if (NODEFS.stream_ops) NODEFS.stream_ops.fsync = (stream) => this.#sync('everything', stream)
        else this.missing.push('NODEFS.stream_ops')
      }],
      instantiateWasm: instantiateWasm && ((imports: Imports, done: unknown) => {
        if (imports.env && '__syscall_fdatasync' in imports.env) imports.env.__syscall_fdatasync = (fd: number) => this.#sync('content', streamOf?.(fd))
        else this.missing.push('__syscall_fdatasync')
        return instantiateWasm(imports, done)
      }),
    }
    if (!instantiateWasm) this.missing.push('instantiateWasm')
    return { emscriptenOpts: { ...emscriptenOpts, ...changed } }
  }

  #sync(how: keyof Flush, stream: Stream | null | undefined): number {
    if (stream?.nfd === undefined) return 0
    try {
      this.#flush[how](stream.nfd)
    } catch (error) {
      if (!isFolderThatNeedsNone(stream.nfd, error)) endUnflushed(error)
    }
    return 0
  }
}

/**
 * What a failed flush was to keep may be lost, and asking again would be told that all is well. The next start reads what the log
 * has; PostgreSQL ends itself for the same reason, which PGlite cannot: it would spin for ever.
 */
function endUnflushed(error: unknown): never {
  try {
    writeSync(2, `The disk could not keep the database, so the process ends: ${reasonOf(error)}\n`)
  } finally {
    process.exit(1)
  }
}

const marker = 'durable'

/**
 * Flushes a database that was made by a release that never did, or just now, the first time that it is opened. What runs on it from
 * then on flushes what it writes.
 */
export async function syncOnce(place: string): Promise<void> {
  const path = join(place, marker)
  if (existsSync(path)) return
  await syncTree(place)
  writeFileSync(path, '')
  await syncEntry(path)
}

/** Flushes the entry of `path` in its folder. */
export const syncEntry = (path: string): Promise<void> => syncOne(dirname(path))

/** Many at a time, for a disk takes them together: one after the other the thousand files of a new database take seconds. */
async function syncTree(folder: string): Promise<void> {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() || entry.isDirectory())
  const atMost = pLimit(64)
  await Promise.all([folder, ...inside.map(({ parentPath, name }) => join(parentPath, name))].map((path) => atMost(() => syncOne(path))))
}

async function syncOne(path: string): Promise<void> {
  let fd: number | undefined
  try {
    fd = openSync(path, 'r')
    await promisify(fsync)(fd)
  } catch (error) {
    if (fd === undefined ? !isClosedFolder(path, error) : !isFolderThatNeedsNone(fd, error)) {
      throw new StartError(`The disk of DATA_DIR cannot keep ${path}: ${reasonOf(error)}`)
    }
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Some file systems refuse it for folders, some systems do not even open them; PostgreSQL takes both for well. */
const isFolderThatNeedsNone = (fd: number, error: unknown) => ['EBADF', 'EINVAL'].includes(codeOf(error)) && fstatSync(fd).isDirectory()
const isClosedFolder = (path: string, error: unknown) => ['EISDIR', 'EACCES', 'EPERM'].includes(codeOf(error)) && statSync(path).isDirectory()

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
