import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { endWithParent } from '#platform/native-limits'
import { HttpError, type Issue } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'
import { codeOf, messageOf } from '#platform/start-error'

/** The request and response messages of a child process. */
export type Order = { name: string; given: unknown[] }
export type Answer = { made: unknown } | { fault: Fault }
type Fault = {
  message: string
  status?: number
  messageId?: MessageId
  issues?: Issue[]
  headers?: Record<string, string>
  code?: string
}

/** The serializable part of an error. */
export function faultOf(error: unknown): { fault: Fault } {
  if (error instanceof HttpError) {
    const { status, messageId, options } = error
    const { issues, headers, cause } = options
    return { fault: { message: messageOf(cause ?? error), status, messageId, issues, headers } }
  }
  return { fault: { message: messageOf(error), code: codeOf(error) || undefined } }
}

/** The `nice` value: about a tenth of the CPU share of normal processes. */
const niceness = 10

/** Runs the tasks that the parent process sends, one after the other, until the parent ends; `prepare` loads their modules. */
export function serveTasks(tasks: object, prepare: () => Promise<unknown> = () => Promise.resolve()): void {
  endWithParent()
  const answer = (told: Answer | 'ready') => process.send?.(told)
  process.on('disconnect', () => process.exit(0))
  process.on('message', ({ name, given }: Order) => {
    const work = (tasks as Record<string, (...all: unknown[]) => Promise<unknown>>)[name]!
    work(...given).then(
      (made) => answer({ made }),
      (error: unknown) => answer(faultOf(error)),
    )
  })
  prepare()
    .then(giveWay)
    .finally(() => answer('ready'))
}

/** Priorities are per thread, and inherited by new threads. */
function giveWay() {
  if (process.platform !== 'linux') return setPriority(niceness)
  for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), niceness)
  // The OOM killer should choose this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000')
}
