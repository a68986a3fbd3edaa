import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#base/http/client'
import { differences } from './conflict'
import { useIntentKey } from '#base/http/use-intent-key'
import type { Loaded, RecordForm } from './use-record-form'
import type { Values } from './values'

type Options<V extends Values> = {
  form: RecordForm<V>
  /** Stores the values on this version and answers the new one; the key is the same for every try of the same change. */
  write: (values: V, version: number, idempotencyKey: string) => Promise<{ version: number }>
  /** The record as it is stored now, null when there is none. */
  fresh: () => Promise<Loaded<V> | null>
  /** What to save when somebody else has changed the record; both versions are shown where it answers none. */
  merge?: (base: V, yours: V, theirs: V) => V | undefined
  /** The form stays, and goes on from what was saved. */
  staysOpen?: boolean
  /** The field in which the place that an issue names is edited. */
  fieldOf?: (path: string) => string
  /** What was saved, on which version; 0 means that it is new. */
  onSaved: (saved: Loaded<V>) => void
  /** `faults` are those that the server found in fields of the form, which are marked already. */
  onFailed: (error: unknown, tried: Loaded<V>, faults: Record<string, string>) => void
}

/** Saves a record's form, and knows what to do when somebody else has changed or deleted the record meanwhile. */
export function useSaving<V extends Values>(options: Options<V>) {
  const { form, write, fresh, merge, staysOpen = false, fieldOf = (path) => path, onSaved, onFailed } = options
  const { keyFor } = useIntentKey()
  const [isGone, setIsGone] = useState(false)
  const { mutateAsync, isPending } = useMutation({
    // Offline, a save fails at once and says so, instead of waiting unseen.
    networkMode: 'always',
    mutationFn: ({ values, version }: Loaded<V>) => write(values, version, keyFor({ values, version })),
  })

  const done = (saved: Loaded<V>, version: number) => {
    if (staysOpen) form.rebase({ ...saved, version }, saved.values)
    else form.finish()
    onSaved(saved)
  }

  const save = async (values: V, base: Loaded<V>): Promise<void> => {
    const tried = { values, version: base.version }
    try {
      const { version } = await mutateAsync(tried)
      done(tried, version)
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      if (status === 412) await meetOtherVersion(values, base).catch((cause: unknown) => onFailed(cause, tried, {}))
      else if (status === 404 && tried.version > 0) setIsGone(true)
      else fail(error, tried)
    }
  }

  const meetOtherVersion = async (values: V, base: Loaded<V>) => {
    const theirs = await fresh()
    const merged = theirs && merge?.(base.values, values, theirs.values)
    if (!theirs) setIsGone(true)
    else if (differences(values, theirs.values).length === 0) done({ values, version: base.version }, theirs.version)
    else if (!merged) form.showConflict(theirs)
    else await saveMerged(theirs, merged)
  }

  const saveMerged = (theirs: Loaded<V>, merged: V) => {
    form.rebase(theirs, merged)
    return save(merged, theirs)
  }

  const fail = (error: unknown, tried: Loaded<V>) => {
    const found = Object.entries(faultsOf(error)).map(([path, message]) => [fieldOf(path), message] as const)
    const isMarked = found.some(([field]) => field in tried.values)
    const faults = isMarked ? Object.fromEntries(found) : {}
    if (isMarked) form.setErrors(faults)
    onFailed(error, tried, faults)
  }

  return {
    isPending,
    /** The record was deleted elsewhere; `createAnew` stores what was typed as a new one. */
    isGone,
    save: (values = form.values) => save(values, form.base),
    /** Goes on from the other version with what was chosen, and saves that. */
    saveMerged,
    createAnew: () => {
      const none = { values: form.base.values, version: 0 }
      setIsGone(false)
      form.rebase(none, form.values)
      return save(form.values, none)
    },
  }
}

export type Saving<V extends Values> = ReturnType<typeof useSaving<V>>

/** Which fields the server refused, and why: its issues, and a slug that is taken. */
function faultsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  if (error.status !== 422 && error.status !== 409) return {}
  const faults = Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
  return error.status === 409 && error.issues.length === 0 ? { slug: error.text } : faults
}
