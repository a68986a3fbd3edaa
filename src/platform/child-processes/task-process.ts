import { HttpError } from '#contract/http-error'
import { type Limits, memoryOf, watchLimits } from './process-limits'
import { type Answer, faultOf, type Order } from './task-messages'

export type Task = Order & { limits: Limits; signal?: AbortSignal; settle(answer: Answer): void }

export type TaskProcess = { begin(task: Task): void; end(): void }

type Options = {
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
export function startTaskProcess({ command, idle, longest }: Options, { done, left }: Hooks): TaskProcess {
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
