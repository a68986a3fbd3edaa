import { ApiError } from '#client/api-error'
import { randomKey } from '#contract/random-key'
import { changedFields, pick, type Values } from '#records/editor/values/values'
import type { Attempt, Fault } from './editor-state'
import { type Work, refresh } from './editor-work'
import { TimedOut } from './failure'

/** Saves the changes as a draft on the server: one request at a time; concurrent callers wait for the running one. */
export function saveDraft(work: Work): Promise<void> {
  work.running.current ??= saveOnce(work).finally(() => {
    work.running.current = undefined
  })
  return work.running.current
}

/** For a manual save: waits for the running autosave, and retries one without a response. */
export async function settleDraft(work: Work): Promise<void> {
  await work.running.current
  if (work.getState().unanswered) await saveDraft(work)
  if (work.getState().unanswered) throw new TimedOut()
}

/**
 * Reverts the autosaves since the record was opened or saved: the draft is as before, or deleted; a record that
 * autosaves have created is deleted.
 */
export async function revertAutosaves(work: Work): Promise<void> {
  const { autosave, getState, write, request } = work
  await settleDraft(work)
  const { base, opened } = getState()
  if (!autosave || !opened) return
  const on = { version: base.version, draft: base.draft }
  const isNew = opened.version === 0 && base.version > 0
  const hadDraft = (opened.draft ?? 0) > 0 || (base.draft ?? 0) === 0
  if (isNew || !hadDraft) await request(() => autosave.remove(on, isNew))
  else await write(opened.values, on, randomKey(), 'autosave')
}

async function saveOnce(work: Work): Promise<void> {
  const { autosave, getState, dispatch, write } = work
  const attempt = nextAttempt(work)
  if (!autosave || !attempt) return
  const { values, base, key } = attempt
  dispatch({ type: 'autosave-started' })
  try {
    const answer = await write(values, { version: base.version, draft: base.draft }, key, 'autosave')
    const isOvertaken = getState().at === 'over' || getState().base !== base
    dispatch({ type: 'autosaved', attempt, stored: autosave.toVersions(answer), time: Date.now() })
    if (!isOvertaken) autosave.onKept?.(answer)
  } catch (error) {
    if (getState().at !== 'over') await handleError(work, attempt, error)
  }
}

/** A request without a response is retried unchanged until it gets one, so that it is stored once. */
function nextAttempt({ autosave, getState, dispatch }: Work): Attempt<Values> | undefined {
  if (!autosave || getState().at === 'over') return undefined
  if (autosave.isUncertain?.()) {
    dispatch({ type: 'autosave-postponed', why: 'offline', time: Date.now() })
    return undefined
  }
  const patch = autosave.prepare?.(getState().values)
  if (patch) dispatch({ type: 'edited', patch, time: Date.now() })
  const { values, base, unanswered, rejected, rejectedValues } = getState()
  if (unanswered?.base === base) return unanswered
  if (rejected.base === base || rejected.values === values) return undefined
  const faults = autosave.faultsIn?.(values) ?? {}
  dispatch({ type: 'errors-set', errors: { ...getState().errors, ...faults } })
  const waiting = Object.keys(values).filter((field) => field in faults || rejectedValues[field] === values[field])
  const fit = { ...values, ...pick(base.values, waiting) }
  const isReady = autosave.isReady?.(fit) !== false
  if (isReady && changedFields(base.values, fit).length > 0) return { values: fit, base, key: randomKey() }
  dispatch({ type: 'autosave-postponed', why: isReady ? 'marked' : 'unready', time: Date.now() })
  return undefined
}

async function handleError(work: Work, attempt: Attempt<Values>, error: unknown): Promise<void> {
  const { getState, dispatch } = work
  if (isTransient(error)) return dispatch({ type: 'autosave-unanswered', attempt, time: Date.now() })
  const status = error instanceof ApiError ? error.status : 0
  const reason = error instanceof ApiError ? error.text : String(error)
  dispatch({ type: 'autosave-rejected', attempt, status, reason, faults: newFaults(work, attempt, error) })
  // A concurrent manual save gets the same error, and handles it.
  if (getState().isPending) return undefined
  if (status === 404 && attempt.base.version > 0) dispatch({ type: 'gone' })
  return status === 412 ? merge(work, attempt) : undefined
}

/** Merges the other version and saves the result; while that cannot be read, the autosave is retried. */
async function merge(work: Work, attempt: Attempt<Values>): Promise<void> {
  try {
    await refresh(work)
  } catch (error) {
    return handleError(work, attempt, error)
  }
  const { at, base } = work.getState()
  const isNewer = base.version !== attempt.base.version || base.draft !== attempt.base.draft
  // The timer does not start again, because nothing was typed.
  return at === 'editing' && isNewer ? saveOnce(work) : undefined
}

/** New validation errors: without those fields the server accepts the rest. */
function newFaults({ fieldOf, getState }: Work, { values }: Attempt<Values>, error: unknown): Fault[] {
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 409)) return []
  return error.issues.flatMap(({ path, message }) => {
    const field = fieldOf?.(path) ?? path
    const value = values[field]
    return value === undefined || getState().rejectedValues[field] === value ? [] : [{ field, value, message }]
  })
}

/** Not a refusal: a retry may succeed. */
const isTransient = (error: unknown) =>
  error instanceof ApiError
    ? error.status >= 500 || error.status === 408 || error.status === 429
    : error instanceof TimedOut || error instanceof TypeError || error instanceof SyntaxError
