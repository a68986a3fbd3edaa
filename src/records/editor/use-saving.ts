import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#base/http/client'
import { differences } from './conflict'
import { useIntentKey } from '#base/http/use-intent-key'
import type { Loaded, RecordForm } from './use-record-form'
import type { Values } from './values'

type Options<V extends Values> = {
  form: RecordForm<V>
  /** Stores the values on this version; the key is the same for every try of the same change. */
  write: (values: V, version: number, idempotencyKey: string) => Promise<unknown>
  /** The record as it is stored now, null when there is none. */
  fresh: () => Promise<Loaded<V> | null>
  /** What was saved, on which version; 0 means that it is new. */
  onSaved: (saved: Loaded<V>) => void
  /** The server found faults in these fields. */
  onFaults: (faults: Record<string, string>) => void
  onFailed: (error: unknown, tried: Loaded<V>) => void
}

/** Saves a record's form, and knows what to do when somebody else has changed or deleted the record meanwhile. */
export function useSaving<V extends Values>({ form, write, fresh, onSaved, onFaults, onFailed }: Options<V>) {
  const keyFor = useIntentKey()
  const [isGone, setIsGone] = useState(false)
  const { mutateAsync, isPending } = useMutation({
    // Offline, a save fails at once and says so, instead of waiting unseen.
    networkMode: 'always',
    mutationFn: ({ values, version }: Loaded<V>) => write(values, version, keyFor({ values, version })),
  })

  const done = (saved: Loaded<V>) => {
    form.finish()
    onSaved(saved)
  }

  const meetOtherVersion = async (tried: Loaded<V>) => {
    const theirs = await fresh()
    if (!theirs) setIsGone(true)
    else if (differences(tried.values, theirs.values).length === 0) done(tried)
    else form.showConflict(theirs)
  }

  const save = async (next: Loaded<V>) => {
    try {
      await mutateAsync(next)
      done(next)
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      const faults = faultsOf(error)
      if (status === 412) await meetOtherVersion(next).catch((cause: unknown) => onFailed(cause, next))
      else if (status === 404 && next.version > 0) setIsGone(true)
      else if (Object.keys(faults).some((field) => field in next.values)) {
        form.setErrors(faults)
        onFaults(faults)
      } else onFailed(error, next)
    }
  }

  return {
    isPending,
    /** The record was deleted elsewhere; `createAnew` stores what was typed as a new one. */
    isGone,
    save: (values = form.values) => save({ values, version: form.base.version }),
    /** Goes on from the other version with what was chosen, and saves that. */
    saveMerged: (theirs: Loaded<V>, merged: V) => {
      form.rebase(theirs, merged)
      return save({ values: merged, version: theirs.version })
    },
    createAnew: () => {
      setIsGone(false)
      form.rebase({ values: form.base.values, version: 0 }, form.values)
      return save({ values: form.values, version: 0 })
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
