import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HttpError } from '#contract/http-error'
import { type Limits, memoryOf, watchLimits } from './process-limits'
import { type Answer, faultOf, type PictureTasks } from './picture-tasks'

/** The priority of a task: a visitor waits (`now`), an editor looks at a list (`next`), or an upload is processed (`soon`). */
export type Urgency = 'now' | 'next' | 'soon'

type Name = keyof PictureTasks
type Given<N extends Name> = Parameters<PictureTasks[N]>
type Made<N extends Name> = Awaited<ReturnType<PictureTasks[N]>>

const MB = 1024 ** 2
/** Milliseconds until a process without work ends, and until one that does not come to an end is ended. */
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

/** The same for SVG, which takes as long and as much as it says: no photograph waits behind it. */
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

/** `most`: at once. */
type Options = { command?: readonly string[]; most?: number; idle?: number; longest?: number; limits?: Limits }

export function createPictureProcesses({
  command = [process.execPath, entry()],
  most = 2,
  idle: pause = idle,
  longest: patience = longest,
  limits = {},
}: Options = {}) {
  type Task = { name: Name; given: unknown[]; settle(answer: Answer): void }
  const waiting: Record<Urgency, Task[]> = { now: [], next: [], soon: [] }
  const busy = new Set<Helper>()
  const free: Helper[] = []
  const resting: (() => void)[] = []

  type Helper = { begin(task: Task): void; end(): void }

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
      const helper = free.pop() ?? start()
      busy.add(helper)
      helper.begin(task)
    }
  }

  function start(): Helper {
    let task: Task | undefined
    let isReady = false
    let late: Timer | undefined
    let unwatch = () => {}
    /** Why it is ended before its task is done. */
    let ended: 'late' | 'beyond' | undefined
    const child = Bun.spawn([...command], {
      // It decodes untrusted files: it gets no secrets of the environment.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: process.env.NODE_ENV },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
      ipc(message: 'ready' | Answer) {
        if (message === 'ready') {
          isReady = true
          if (task) send(task)
        } else {
          finish(message)
        }
      },
      onExit(_, code, signal) {
        clearTimeout(late)
        leave()
        const cause = new Error(`The process that read a picture ended: ${ended ?? signal ?? code}`)
        // Where its time is counted and not used up, the machine was busy with something else.
        const isOwnFault =
          ended === undefined
            ? signal !== 'SIGKILL' && signal !== 'SIGTERM' && signal !== 'SIGINT'
            : ended === 'beyond' || limits.seconds === undefined
        const fault = isOwnFault
          ? new HttpError(422, 'errors.unreadable', { cause })
          : new HttpError(503, 'errors.notReadInTime', { headers: { 'Retry-After': '10' }, cause })
        finish(faultOf(fault))
      },
    })
    child.unref()

    function send({ name, given }: Task) {
      child.send({ name, given })
      unwatch = watchLimits(child.pid, limits, () => endFor('beyond'))
    }
    const leave = () => void free.splice(0, free.length, ...free.filter((one) => one !== helper))

    function end() {
      leave()
      child.kill('SIGKILL')
    }

    function endFor(reason: typeof ended) {
      ended = reason
      end()
    }

    function finish(answer: Answer) {
      const done = task
      if (!done) return
      task = undefined
      clearTimeout(late)
      unwatch()
      busy.delete(helper)
      if (child.exitCode === null && child.signalCode === null) {
        // What the last task left lying there is not held against the next one.
        if (limits.memory !== undefined && memoryOf(child.pid) > limits.memory / 2) {
          end()
        } else {
          free.push(helper)
          late = setTimeout(end, pause)
          late.unref()
        }
      }
      done.settle(answer)
      workOff()
    }

    const helper: Helper = {
      begin(one) {
        task = one
        clearTimeout(late)
        late = setTimeout(() => endFor('late'), patience)
        if (isReady) send(one)
      },
      end,
    }
    return helper
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

/** Beside the server's bundle, or the source. */
function entry(): string {
  const bundled = join(dirname(import.meta.path), 'picture-process.js')
  return existsSync(bundled) ? bundled : join(import.meta.dir, '../../picture-process.ts')
}
