import type { Work } from './editor-work'

/** Merges the currently stored record into the changes. If both have changed the same field, the conflict is shown. */
export async function refresh({ fresh, merge, now, tell, showMergedToast }: Work): Promise<void> {
  const theirs = await fresh()
  const { values, base } = now()
  const merging = theirs && merge({ base: base.values, yours: values, theirs: theirs.values })
  if (!merging) tell({ type: 'gone' })
  else if (merging.conflicts.length > 0) tell({ type: 'met', theirs })
  else {
    tell({ type: 'rebased', stored: theirs, values: merging.resolve({}) })
    if (merging.autoMerged.length > 0) showMergedToast(theirs.by)
  }
}
