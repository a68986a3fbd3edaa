import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#client/api-error'
import { randomKey } from '#contract/random-key'
import { NoAnswer } from './failure'
import type { Loaded, RecordForm, Versions } from './use-record-form'
import { changedFields, pick, type Values } from '#records/editor/values/values'

/** How what is typed is kept in the draft on the server, without anyone asking for it. */
export type Autosaving<V extends Values, Answer> = {
  /** Stores the values for editors alone: never so that visitors see them. */
  write: (values: V, on: Versions, idempotencyKey: string) => Promise<Answer>
  toVersions: (answer: Answer) => Versions
  /** What is wrong with the values, by field: what is marked waits, and the rest is kept. */
  faultsIn?: (values: V) => Record<string, string>
  /** Whether there is anything yet that the server could keep: a record that is new wants a title first. */
  isReady?: (values: V) => boolean
  /** Whether it has to wait for somebody who saves, since what they asked for last got no answer. */
  isUncertain?: () => boolean
  /** Puts the form right for a save that nobody has asked for. */
  prepare?: () => void
  onKept?: (answer: Answer) => void
  /** Removes what autosaves have begun: the draft, or the record itself if it is new. */
  remove: (on: Versions, isNew: boolean) => Promise<unknown>
  /** What autosaves have stored was taken back, if it could be. */
  onDiscarded: () => void
}

type Options<V extends Values, Answer> = Autosaving<V, Answer> & {
  /** While somebody saves, or is asked what to do about another version. */
  isPaused: boolean
  /** The field in which the place that an issue names is edited. */
  fieldOf: (path: string) => string
  /** What was typed over is not what is stored any more (412), or is stored no more (404). */
  onMet: (status: 404 | 412) => Promise<void>
}

/**
 * Where what is typed is. On this device alone while the server is away (`offline`), does not take it (`refused`),
 * could not keep it yet (`unready`), or where a field is not right yet (`marked`).
 */
export type Keeping =
  | { at: 'untouched' | 'saving' | 'offline' | 'unready' | 'marked' }
  | { at: 'saved'; time: string }
  | { at: 'refused'; reason: string }

/** Milliseconds. */
export const pace = { afterPause: 3000, atLatest: 9000, retries: [2000, 4000, 8000, 15_000], longestRetry: 30_000 }

/** `base` is what the form was compared with, to tell whether it is still. */
type Attempt<V extends Values> = { values: V; base: Loaded<V>; key: string }

/**
 * Keeps what is typed in the server's draft: soon after a pause, and at the latest some seconds after the first change.
 * What gets no answer is sent again as it was until it gets one, so that it is stored once.
 */
export function useAutosave<V extends Values, Answer>(form: RecordForm<V>, options: Options<V, Answer> | undefined) {
  const [keeping, setKeeping] = useState<Keeping>({ at: 'untouched' })
  /** Of the last tries in a row; another object after each. */
  const [tried, setTried] = useState({ failures: 0 })
  const running = useRef<Promise<void>>(undefined)
  const unanswered = useRef<Attempt<V>>(undefined)
  const dirtySince = useRef<number>(undefined)
  /** What the server did not take, by field, and the base or the values with which there is no point in trying again. */
  const unfit = useRef<Values>({})
  const refused = useRef<{ base?: Loaded<V>; values?: V }>({})

  const tellSaved = () => {
    dirtySince.current = undefined
    setTried({ failures: 0 })
    setKeeping({ at: 'saved', time: new Date().toISOString() })
  }

  /** The fields that are not right yet. */
  const findUnfit = (values: V): string[] => {
    const faults = options?.faultsIn?.(values) ?? {}
    form.setErrors((shown) => ({ ...shown, ...faults }))
    return Object.keys(values).filter((field) => field in faults || unfit.current[field] === values[field])
  }

  const nextAttempt = (): Attempt<V> | undefined => {
    if (options?.isUncertain?.()) {
      setKeeping({ at: 'offline' })
      return undefined
    }
    options?.prepare?.()
    const { values, base, isOver } = form.newest()
    const before = unanswered.current
    if (isOver || !options) return undefined
    if (before?.base === base) return before
    if (refused.current.base === base || refused.current.values === values) return undefined
    const waiting = findUnfit(values)
    const fit: V = { ...values, ...pick(base.values, waiting) }
    const isReady = options.isReady?.(fit) !== false
    if (isReady && changedFields(base.values, fit).length > 0) return { values: fit, base, key: randomKey() }
    setKeeping({ at: isReady ? 'marked' : 'unready' })
    return undefined
  }

  const run = async (): Promise<void> => {
    const attempt = nextAttempt()
    if (!options || !attempt) return
    const { values, base, key } = attempt
    if (tried.failures === 0) setKeeping({ at: 'saving' })
    try {
      const answer = await options.write(values, { version: base.version, draft: base.draft }, key)
      unanswered.current = undefined
      const now = form.newest()
      if (now.isOver || now.base !== base) return
      form.keepOn(options.toVersions(answer), values)
      options.onKept?.(answer)
      tellSaved()
    } catch (error) {
      if (!form.newest().isOver) await meet(error, attempt)
    }
  }

  const meet = async (error: unknown, attempt: Attempt<V>): Promise<void> => {
    if (isPassing(error)) {
      unanswered.current = attempt
      setTried(({ failures }) => ({ failures: failures + 1 }))
      setKeeping({ at: 'offline' })
      return
    }
    unanswered.current = undefined
    setTried({ failures: 0 })
    const status = error instanceof ApiError ? error.status : 0
    if (error instanceof ApiError && markUnfit(error, attempt)) {
      setKeeping({ at: 'marked' })
      return
    }
    refused.current = status === 422 || status === 413 ? { values: attempt.values } : { base: attempt.base }
    setKeeping({ at: 'refused', reason: error instanceof ApiError ? error.text : String(error) })
    if (status === 412 || (status === 404 && attempt.base.version > 0)) await options?.onMet(status)
  }

  /** Whether the server has found faults in fields that it had not found before: without them it takes the rest. */
  const markUnfit = ({ status, issues }: ApiError, { values }: Attempt<V>): boolean => {
    if (!options || (status !== 422 && status !== 409)) return false
    const faults = issues.map(({ path, message }) => [options.fieldOf(path), message] as const)
    const found = faults.flatMap(([field, message]) => {
      const value = values[field]
      return value === undefined || unfit.current[field] === value ? [] : [{ field, value, message }]
    })
    for (const { field, value } of found) unfit.current[field] = value
    form.setErrors((shown) => ({
      ...shown,
      ...Object.fromEntries(found.map(({ field, message }) => [field, message])),
    }))
    return found.length > 0
  }

  /** One at a time; whoever comes meanwhile waits for the one that is under way. */
  const keep = (): Promise<void> => {
    running.current ??= run().finally(() => {
      running.current = undefined
    })
    return running.current
  }
  const keepNow = useEffectEvent(() => void keep())

  const { isDirty, typedAt } = form
  const isPaused = options === undefined || options.isPaused || keeping.at === 'saving'
  useEffect(() => {
    if (!isDirty) dirtySince.current = undefined
    if (!isDirty || isPaused) return undefined
    const now = Date.now()
    dirtySince.current ??= now
    const wait =
      tried.failures > 0
        ? (pace.retries[tried.failures - 1] ?? pace.longestRetry)
        : Math.max(0, Math.min(typedAt + pace.afterPause, dirtySince.current + pace.atLatest) - now)
    const timer = setTimeout(keepNow, wait)
    return () => clearTimeout(timer)
  }, [isDirty, isPaused, typedAt, tried])

  useEffect(() => {
    const onLine = () => {
      if (tried.failures > 0) keepNow()
    }
    window.addEventListener('online', onLine)
    return () => window.removeEventListener('online', onLine)
  }, [tried])

  return {
    keeping,
    tellSaved,
    /** For whoever saves: waits for what is under way, and asks again for what got no answer. */
    settle: async () => {
      await running.current
      if (unanswered.current) await keep()
      if (unanswered.current) throw new NoAnswer()
    },
  }
}

/** Nobody has said no: the same may be taken in a moment. */
const isPassing = (error: unknown) =>
  error instanceof ApiError
    ? error.status >= 500 || error.status === 408 || error.status === 429
    : error instanceof NoAnswer || error instanceof TypeError || error instanceof SyntaxError
