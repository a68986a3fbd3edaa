import type { Way } from './editor-state'
import type { Work } from './editor-work'

/**
 * Takes up what is stored now beside what was typed. Where both have changed the same, both versions are shown, and
 * `way` is how the choice will be saved.
 */
export async function refresh({ fresh, merge, now, tell, tellMerged }: Work, way?: Way): Promise<void> {
  const theirs = await fresh()
  const { values, base } = now()
  const merging = theirs && merge({ base: base.values, yours: values, theirs: theirs.values })
  if (!merging) tell({ type: 'gone' })
  else if (merging.questions.length > 0) tell({ type: 'met', theirs, way })
  else {
    tell({ type: 'rebased', stored: theirs, values: merging.resolve({}) })
    if (merging.taken.length > 0) tellMerged(theirs.by)
  }
}
