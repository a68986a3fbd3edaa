import { ApiError } from '#client/api-error'
import { changedFields, isIn, type Values } from '#records/editor/values/values'
import { settleDraft } from './autosave'
import type { Loaded, Theirs, Way } from './editor-state'
import type { Work } from './editor-work'

/** Maximum retries when others keep saving during a merge; after that the save fails. */
const maxMerges = 5

/** `from`: the version that is replaced; `merged`: the message about another person's changes in the values. */
type SaveAttempt = { values: Values; from: Loaded<Values>; way: Way; merged?: string; merges: number }

/** Saves the values, and handles that another person has changed or deleted the record meanwhile. */
export async function save(work: Work, values: Values, way: Way): Promise<void> {
  const attempt = () => ({ values, way, from: work.getState().base, merges: 0 })
  work.dispatch({ type: 'save-started', way })
  try {
    await settleDraft(work)
  } catch (error) {
    return reportFailure(work, attempt(), error)
  }
  return saveOver(work, attempt())
}

/** Rebases the resolved conflict on the other version, and saves it. */
export async function saveMerged(work: Work, theirs: Theirs<Values>, values: Values, merges = 0): Promise<void> {
  const { way, values: yours } = work.getState()
  work.dispatch({ type: 'rebased', stored: theirs, values })
  work.dispatch({ type: 'save-started', way })
  const isMixed = [yours, theirs.values].every((whole) => changedFields(whole, values).length > 0)
  const merged = isMixed ? work.mergedSentence(theirs.by) : undefined
  return saveOver(work, { values, from: theirs, way, merged, merges })
}

/** Saves the changes as a new record, replacing one that was deleted elsewhere. */
export async function createAgain(work: Work): Promise<void> {
  const { base, values, way } = work.getState()
  const from = { values: base.values, version: 0 }
  work.dispatch({ type: 'rebased', stored: from, values })
  work.dispatch({ type: 'save-started', way })
  return saveOver(work, { values, from, way, merges: 0 })
}

async function saveOver(work: Work, attempt: SaveAttempt): Promise<void> {
  const { getState, dispatch, write, closes, toLoaded, copy, keyFor, onSaved } = work
  const { values, way, from } = attempt
  const { values: _, ...on } = from
  try {
    const answer = await work.persist(() => write(values, on, keyFor({ values, on, way }), way))
    const before = getState().opened ?? from
    copy.drop()
    const stored = toLoaded?.(answer) ?? { values, version: answer.version }
    dispatch(closes?.(way) ? { type: 'finished' } : { type: 'saved', stored, sent: values, time: Date.now() })
    onSaved({ ...before, values }, answer, way, attempt.merged)
  } catch (error) {
    await handleFailure(work, attempt, error)
  }
}

async function handleFailure(work: Work, attempt: SaveAttempt, error: unknown): Promise<void> {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 404 && attempt.from.version > 0) work.dispatch({ type: 'gone' })
  else if (status !== 412 || attempt.merges >= maxMerges) reportFailure(work, attempt, error)
  else await mergeOtherVersion(work, attempt).catch((cause: unknown) => reportFailure(work, attempt, cause))
}

async function mergeOtherVersion(work: Work, { values, from, merges }: SaveAttempt): Promise<void> {
  const theirs = await work.fresh()
  const merging = theirs && work.merge({ base: from.values, yours: values, theirs: theirs.values })
  if (!merging) work.dispatch({ type: 'gone' })
  else if (merging.conflicts.length > 0) work.dispatch({ type: 'conflict-found', theirs })
  else await saveMerged(work, theirs, merging.resolve({}), merges + 1)
}

/** Marks the fields of the form that the server rejected, with the errors. */
function reportFailure({ fieldOf, dispatch, onFailed }: Work, { values, from }: SaveAttempt, error: unknown): void {
  const found = Object.entries(faultsOf(error)).map(([path, message]) => [fieldOf?.(path) ?? path, message] as const)
  const isMarked = found.some(([field]) => isIn(values, field))
  const faults = isMarked ? Object.fromEntries(found) : {}
  dispatch({
    type: 'save-failed',
    status: error instanceof ApiError ? error.status : 0,
    errors: isMarked ? faults : undefined,
  })
  onFailed(error, { ...from, values }, faults)
}

/** The issues of an error, and a slug that is autoMerged. */
function faultsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 409)) return {}
  const faults = Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
  return error.status === 409 && error.issues.length === 0 ? { slug: error.text } : faults
}
