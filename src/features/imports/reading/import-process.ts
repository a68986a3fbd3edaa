import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { HttpError } from '#contract/http-error'
import type { Limits } from '#platform/child-processes/process-limits'
import { createTaskPool, entryCommand } from '#platform/child-processes/task-pool'
import type { Received } from '#platform/http/multipart-file'
import type { Services } from '#platform/services'
import type { ImportPorts } from '../ports'
import type { ReadItem } from '../store'
import { type importTasks, itemsIn } from './import-tasks'
import { unreadable } from './reader'

const MB = 1024 ** 2
/** A JSON of 200 MB needs six times as much. */
const memory = 2048 * MB
/** CPU seconds for any file, and for each further megabyte. */
const seconds = 20
const secondsPerMB = 2
const pieceLength = 256 * 1024

const { run } = createTaskPool<typeof importTasks>({
  command: entryCommand('import-process'),
  idle: 1000,
  // Its CPU time is limited: this is for a machine that is busy with something else.
  longest: 15 * 60_000,
})

/**
 * Reads an uploaded file in a child process, and calls `work` with its items. Unpacked pictures are in `folder`. Throws
 * 422, and 503 at shutdown.
 */
export const withItems = <Result>(
  { config, stopping }: Pick<Services, 'config' | 'stopping'>,
  { withTemporaryPath, largestFile, longestText }: Sizes,
  { path, name }: Pick<Received, 'path' | 'name'>,
  work: (read: ReadFile & { items: AsyncIterable<ReadItem>; folder: string }) => Promise<Result>,
  limits?: Limits,
): Promise<Result> =>
  withTemporaryPath(config, async (folder) => {
    await mkdir(folder)
    const sent = { path, name, folder, largestFile, longestText }
    const read = await run('readFile', [sent], {
      limits: limits ?? (await limitsOf(path)),
      signal: stopping,
    }).catch(refuse)
    return work({ ...read, folder, items: linesOf(itemsIn(folder)) })
  })

const limitsOf = async (path: string): Promise<Limits> => ({
  memory,
  seconds: seconds + secondsPerMB * ((await stat(path)).size / MB),
})

/** `longestText`: characters of a text that the site stores. */
type Sizes = Pick<ImportPorts['library'], 'withTemporaryPath' | 'largestFile'> & { longestText: number }

type ReadFile = Awaited<ReturnType<(typeof importTasks)['readFile']>>

/** The process was ended, because it exceeded its limits, or crashed. */
function refuse(error: unknown): never {
  throw error instanceof HttpError && error.messageId === 'errors.unreadable'
    ? unreadable('validation.importTooExpensive')
    : error
}

async function* linesOf(path: string): AsyncGenerator<ReadItem> {
  let rest = ''
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: pieceLength })) {
    const lines = (rest + String(piece)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ReadItem
  }
}
