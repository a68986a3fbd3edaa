import type { Work } from './editor-work'

/** Merges the currently stored record into the changes. If both have changed the same field, the conflict is shown. */
export async function refresh({ fresh, merge, getState, dispatch, showMergedToast }: Work): Promise<void> {
  const theirs = await fresh()
  const { values, base } = getState()
  const merging = theirs && merge({ base: base.values, yours: values, theirs: theirs.values })
  if (!merging) dispatch({ type: 'gone' })
  else if (merging.conflicts.length > 0) dispatch({ type: 'conflict-found', theirs })
  else {
    dispatch({ type: 'rebased', stored: theirs, values: merging.resolve({}) })
    if (merging.autoMerged.length > 0) showMergedToast(theirs.by)
  }
}
