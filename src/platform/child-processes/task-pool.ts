import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HttpError, unavailable } from '#contract/http-error'
import type { Limits } from './process-limits'
import { type Answer, faultOf } from './task-messages'
import { startTaskProcess, type Task, type TaskProcess } from './task-process'

/** The priority of a task: a visitor waits (`now`), an editor looks at a list (`next`), or an upload is processed (`soon`). */
export type Urgency = 'now' | 'next' | 'soon'

// Every task is a function that returns a promise.
// oxlint-disable-next-line typescript/no-explicit-any
type Tasks<Names extends PropertyKey> = { [Name in Names]: (...given: any[]) => Promise<unknown> }

/** Milliseconds until an idle process ends, and until a task times out. */
const idle = 15_000
const longest = 120_000

const order: readonly Urgency[] = ['now', 'next', 'soon']

/** `most`: the maximum number of parallel processes; `limits`: those of each task without its own. */
type Options = { command: readonly string[]; most?: number; idle?: number; longest?: number; limits?: Limits }

/** `signal` ends the process of the task: 503. */
type TaskOptions = { urgency?: Urgency; limits?: Limits; signal?: AbortSignal }

/**
 * Runs tasks in child processes with a lower CPU priority than the server. Their memory is released with the process, and
 * a file that crashes it or exceeds the limits affects nothing else: 422, or 503 when the process was killed from outside.
 * A process starts with the first task and ends a while after the last.
 */
export function createTaskPool<All extends Tasks<keyof All>>({ most = 2, ...own }: Options) {
  const options = { idle, longest, ...own }
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
      if (task.signal?.aborted) {
        task.settle(faultOf(unavailable(task.signal.reason)))
        continue
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

  async function run<Name extends keyof All & string>(
    name: Name,
    given: Parameters<All[Name]>,
    { urgency = 'now', limits = options.limits ?? {}, signal }: TaskOptions = {},
  ): Promise<Awaited<ReturnType<All[Name]>>> {
    const answer = await new Promise<Answer>((settle) => {
      waiting[urgency].push({ name, given, limits, signal, settle })
      workOff()
    })
    if ('fault' in answer) throw toError(answer.fault)
    return answer.made as Awaited<ReturnType<All[Name]>>
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

/** The command of a child process by the name of its entry: next to the server's bundle, or the source. */
export function entryCommand(name: string): readonly string[] {
  const bundled = join(dirname(import.meta.path), `${name}.js`)
  return [process.execPath, existsSync(bundled) ? bundled : join(import.meta.dir, `../../${name}.ts`)]
}
