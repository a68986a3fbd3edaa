import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HttpError } from '#contract/http-error'
import type { Answer, PictureTasks } from './picture-tasks'
import type { Limits } from './process-limits'
import { startTaskProcess, type Task, type TaskProcess } from './task-process'

/** The priority of a task: a visitor waits (`now`), an editor looks at a list (`next`), or an upload is processed (`soon`). */
export type Urgency = 'now' | 'next' | 'soon'

type Name = keyof PictureTasks
type Given<N extends Name> = Parameters<PictureTasks[N]>
type Made<N extends Name> = Awaited<ReturnType<PictureTasks[N]>>

const MB = 1024 ** 2
/** Milliseconds until an idle process ends, and until a task times out. */
const idle = 15_000
const longest = 120_000

const order: readonly Urgency[] = ['now', 'next', 'soon']

/**
 * Runs a task in a child process with a lower CPU priority than the server. The memory of decoding is released with that
 * process, and a picture that crashes the decoder or exceeds the limits affects nothing else: 422, or 503 when the process
 * was killed from outside. It starts with the first task and ends a while after the last. Encoding an AVIF of 50 million
 * pixels takes 1.8 GB.
 */
export const { run: inPictureProcess, atRest: pictureProcessesAtRest } = createPictureProcesses({
  limits: { memory: 3072 * MB },
})

/** The same for SVG, whose cost is unbounded, so that photographs do not wait behind it. */
export const { run: inDrawingProcess } = createPictureProcesses({
  most: 1,
  longest: 20_000,
  limits: { memory: 512 * MB, seconds: 2 },
})

/** The same for documents. */
export const { run: inDocumentProcess } = createPictureProcesses({
  most: 1,
  longest: 20_000,
  limits: { memory: 256 * MB, seconds: 10 },
})

/** `most`: the maximum number of parallel processes. */
type Options = { command?: readonly string[]; most?: number; idle?: number; longest?: number; limits?: Limits }

export function createPictureProcesses({ most = 2, ...own }: Options = {}) {
  const options = { command: [process.execPath, entry()], idle, longest, limits: {}, ...own }
  const waiting: Record<Urgency, Task[]> = { now: [], next: [], soon: [] }
  const busy = new Set<TaskProcess>()
  const free: TaskProcess[] = []
  const resting: (() => void)[] = []

  function next(): Task | undefined {
    const urgency = order.find((one) => waiting[one].length > 0)
    return urgency && waiting[urgency].shift()
  }

  function workOff() {
    while (busy.size < most) {
      const task = next()
      if (!task) {
        if (busy.size === 0) resting.splice(0).forEach((resume) => resume())
        return
      }
      const taken = free.pop() ?? start()
      busy.add(taken)
      taken.begin(task)
    }
  }

  function start(): TaskProcess {
    const started: TaskProcess = startTaskProcess(options, {
      done(isFree) {
        busy.delete(started)
        if (isFree) free.push(started)
        workOff()
      },
      left: () => void free.splice(0, free.length, ...free.filter((one) => one !== started)),
    })
    return started
  }

  async function run<N extends Name>(name: N, given: Given<N>, urgency: Urgency = 'now'): Promise<Made<N>> {
    const answer = await new Promise<Answer>((settle) => {
      waiting[urgency].push({ name, given, settle })
      workOff()
    })
    if ('fault' in answer) throw toError(answer.fault)
    return answer.made as Made<N>
  }

  /** Resolves when no task is running, so that background work can begin. */
  const atRest = (): Promise<void> =>
    busy.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          resting.push(resolve)
        })

  return { run, atRest }
}

function toError({ status, messageId, message, code, ...rest }: Extract<Answer, { fault: unknown }>['fault']): Error {
  const cause = new Error(message)
  return status === undefined || messageId === undefined
    ? Object.assign(cause, code === undefined ? {} : { code })
    : new HttpError(status, messageId, { ...rest, cause })
}

/** Next to the server's bundle, or the source. */
function entry(): string {
  const bundled = join(dirname(import.meta.path), 'picture-process.js')
  return existsSync(bundled) ? bundled : join(import.meta.dir, '../../picture-process.ts')
}
