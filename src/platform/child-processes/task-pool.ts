import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { HttpError, unavailable } from '#contract/http-error'
import { type Answer, faultOf, type Order } from './serve-tasks'

/** The priority of a task: a visitor waits (`now`), an editor looks at a list (`next`), or an upload is processed (`soon`). */
export type Urgency = 'now' | 'next' | 'soon'

// Every task is a function that returns a promise.
// oxlint-disable-next-line typescript/no-explicit-any
type Tasks<Names extends PropertyKey> = { [Name in Names]: (...given: any[]) => Promise<unknown> }

/** Milliseconds until an idle process ends, and until a task times out. */
const idleEnd = 15_000

const longestTask = 120_000

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
  const options = { idle: idleEnd, longest: longestTask, ...own }
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

type Task = Order & { limits: Limits; signal?: AbortSignal; settle(answer: Answer): void }

type TaskProcess = { begin(task: Task): void; end(): void }

type ProcessOptions = {
  command: readonly string[]
  /** Milliseconds until an idle process ends, and until a task times out. */
  idle: number
  longest: number
}

type Hooks = {
  /** A task is done; the process is free for another one, or ends. */
  done(isFree: boolean): void
  /** The process accepts no more tasks. */
  left(): void
}

/** Why it was killed before its task was done. */
type Ended = 'late' | 'beyond' | undefined

const running = new Set<Bun.Subprocess>()

// One that is busy does not notice that its parent has ended.
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

/** Starts a child process that runs one task at a time, within its limits. */
function startTaskProcess({ command, idle, longest }: ProcessOptions, { done, left }: Hooks): TaskProcess {
  let task: Task | undefined
  let isReady = false
  let late: Timer | undefined
  let unwatch = () => {}
  let ended: Ended
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
      running.delete(child)
      clearTimeout(late)
      left()
      finish(faultOf(faultOfExit(task?.limits, { ended, code, signal: signal === null ? null : String(signal) })))
    },
  })
  running.add(child)
  child.unref()

  function send({ name, given, limits }: Task) {
    child.send({ name, given })
    unwatch = watchLimits(child.pid, limits, () => endFor('beyond'))
  }

  function end() {
    left()
    child.kill('SIGKILL')
  }

  function endFor(reason: Ended) {
    ended = reason
    end()
  }

  function finish(answer: Answer) {
    if (!task) return
    const { settle, limits, signal } = task
    task = undefined
    signal?.removeEventListener('abort', end)
    clearTimeout(late)
    unwatch()
    settle(answer)
    const isAlive = child.exitCode === null && child.signalCode === null
    // A process that still uses much memory after a task ends, so that this does not count against the next task.
    const isFree = isAlive && (limits.memory === undefined || memoryOf(child.pid) <= limits.memory / 2)
    if (isFree) {
      late = setTimeout(end, idle)
      late.unref()
    } else if (isAlive) {
      end()
    }
    done(isFree)
  }

  return {
    begin(one) {
      task = one
      one.signal?.addEventListener('abort', end)
      clearTimeout(late)
      late = setTimeout(() => endFor('late'), longest)
      if (isReady) send(one)
    },
    end,
  }
}

type Exit = { ended: Ended; code: number | null; signal: string | null }

function faultOfExit(limits: Limits = {}, { ended, code, signal }: Exit): HttpError {
  const cause = new Error(`The process that read a file ended: ${ended ?? signal ?? code}`)
  // If the CPU time was below its limit, the machine was busy with something else.
  const isOwnFault =
    ended === undefined
      ? signal !== 'SIGKILL' && signal !== 'SIGTERM' && signal !== 'SIGINT'
      : ended === 'beyond' || limits.seconds === undefined
  return isOwnFault
    ? new HttpError(422, 'errors.unreadable', { cause })
    : new HttpError(503, 'errors.notReadInTime', { headers: { 'Retry-After': '10' }, cause })
}

/** Limits of one task, relative to its start: bytes of memory, and seconds of CPU time. */
export type Limits = { memory?: number; seconds?: number }

/** Poll interval in milliseconds. */
const pause = 25

/** Linux's constant, whatever the processor. */
const ticksPerSecond = 100

/**
 * Calls `over` once when the process exceeds its limits, counted from now. The kernel's own limits do not fit: the
 * JavaScript engine reserves gigabytes of address space beforehand, which count. Without `/proc` nothing is watched.
 * Returns a function that stops watching.
 */
function watchLimits(pid: number, { memory = Infinity, seconds = Infinity }: Limits, over: () => void) {
  const most = memoryOf(pid) + memory
  const end = secondsOf(pid) + seconds
  const timer = setInterval(() => {
    if (memoryOf(pid) <= most && secondsOf(pid) <= end) return
    clearInterval(timer)
    over()
  }, pause)
  timer.unref()
  return () => clearInterval(timer)
}

/** Bytes of a process in memory or swapped out; 0 if unknown. */
function memoryOf(pid: number): number {
  const status = read(pid, 'status')
  return ['VmRSS', 'VmSwap'].reduce(
    (sum, name) => sum + 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0),
    0,
  )
}

/** Seconds of CPU time of a process, all threads together; 0 if unknown. */
function secondsOf(pid: number): number {
  // The program's name comes first, and may contain anything.
  const facts = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(facts[11] ?? 0) + Number(facts[12] ?? 0)) / ticksPerSecond
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
