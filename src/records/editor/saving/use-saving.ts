import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#client/api-error'
import { useIntentKey } from '#client/use-intent-key'
import { type Autosaving, useAutosave } from './use-autosave'
import { useDiscarding } from './use-discarding'
import type { Loaded, RecordForm, Theirs, Versions } from './use-record-form'
import { useMergedWords } from '#records/editor/merge/merged-words'
import { changedFields, isIn, type Values } from '#records/editor/values/values'

type Stored = { version: number }

type Options<V extends Values, Answer extends Stored, Way> = {
  form: RecordForm<V>
  /**
   * Stores the values on these versions, in one of several ways where there are several; the key is the same for every
   * try of the same change.
   */
  write: (values: V, on: Versions, idempotencyKey: string, way: Way | undefined) => Promise<Answer>
  /** The record as it is stored now, null when there is none. */
  fresh: () => Promise<Theirs<V> | null>
  /** The form stays, and goes on from what was saved. */
  staysOpen?: (way: Way | undefined) => boolean
  /** What the form then goes on from, where the answer says more than the version. */
  toLoaded?: (answer: Answer) => Loaded<V>
  /** Keeps what is typed in a draft meanwhile, saved in `way` when somebody has to choose between versions. */
  autosave?: Autosaving<V, Answer> & { way?: Way }
  /** The field in which the place that an issue names is edited. */
  fieldOf?: (path: string) => string
  /**
   * What was saved, on which version (0 means that it is new), and the answer. `merged`: what somebody else has changed
   * is in it too, as a sentence.
   */
  onSaved: (saved: Loaded<V>, answer: Answer, way: Way | undefined, merged: string | undefined) => void
  /** `faults` are those that the server found in fields of the form, which are marked already. */
  onFailed: (error: unknown, tried: Loaded<V>, faults: Record<string, string>) => void
}

/** Somebody may save again while a merge is saved; whoever is refused so often hears of it. */
const mostMerges = 5

/** Saves a record's form, and knows what to do when somebody else has changed or deleted the record meanwhile. */
export function useSaving<V extends Values, Answer extends Stored = Stored, Way extends string = never>({
  form,
  write,
  fresh,
  staysOpen = () => false,
  toLoaded,
  autosave: autosaving,
  fieldOf = (path) => path,
  onSaved,
  onFailed,
}: Options<V, Answer, Way>) {
  const { keyFor } = useIntentKey()
  const [isGone, setIsGone] = useState(false)
  const lastWay = useRef<Way>(undefined)
  const { sentence, tellMerged } = useMergedWords()
  const { mutateAsync, isPending, variables } = useMutation({
    // Offline, a save fails at once and says so, instead of waiting unseen.
    networkMode: 'always',
    mutationFn: ({ work }: { work: () => Promise<Answer>; way: Way | undefined }) => work(),
  })

  const discarding = useDiscarding(form, autosaving)
  const autosave = useAutosave<V, Answer>(
    form,
    autosaving && {
      ...autosaving,
      isPaused: isPending || isGone || discarding.isAsking || form.offer !== undefined || form.theirs !== undefined,
      fieldOf,
      onMet: async (status) => {
        // Nobody has asked for this to be published.
        lastWay.current = autosaving.way
        if (status === 404) setIsGone(true)
        else await refresh()
      },
    },
  )

  /** Over `base`, or over what is stored of this form by now. */
  const save = async (values: V, base?: Loaded<V>, merged?: string, merges = 0): Promise<void> => {
    const way = lastWay.current
    let from = base ?? form.base
    const work = async () => {
      if (!base) {
        await autosave.settle()
        from = form.newest().base
      }
      const { values: _, ...on } = from
      return write(values, on, keyFor({ values, on, way }), way)
    }
    try {
      const answer = await mutateAsync({ work, way })
      autosave.tellSaved()
      if (staysOpen(way)) form.settle(toLoaded?.(answer) ?? { values, version: answer.version }, values)
      else form.finish()
      onSaved({ ...from, values }, answer, way, merged)
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      const tried = { ...from, values }
      if (status === 412 && merges < mostMerges)
        await meetOtherVersion(values, from, merges).catch((cause: unknown) => onFailed(cause, tried, {}))
      else if (status === 404 && from.version > 0) setIsGone(true)
      else fail(error, tried)
    }
  }

  const meetOtherVersion = async (values: V, base: Loaded<V>, merges: number) => {
    const theirs = await fresh()
    const merging = theirs && form.merge({ base: base.values, yours: values, theirs: theirs.values })
    if (!merging) setIsGone(true)
    else if (merging.questions.length > 0) form.showConflict(theirs)
    else await saveMerged(theirs, merging.resolve({}), merges + 1)
  }

  /** What is stored now is taken up beside what was typed. Where both have changed the same, both versions are shown. */
  const refresh = async () => {
    const theirs = await fresh()
    const { values, base } = form.newest()
    const merging = theirs && form.merge({ base: base.values, yours: values, theirs: theirs.values })
    if (!merging) setIsGone(true)
    else if (merging.questions.length > 0) form.showConflict(theirs)
    else {
      form.rebase(theirs, merging.resolve({}))
      if (merging.taken.length > 0) tellMerged(theirs.by)
    }
  }

  const saveMerged = (theirs: Theirs<V>, merged: V, merges = 0) => {
    const isMixed = changedFields(theirs.values, merged).length > 0
    form.rebase(theirs, merged)
    return save(merged, theirs, isMixed ? sentence(theirs.by) : undefined, merges)
  }

  const fail = (error: unknown, tried: Loaded<V>) => {
    const found = Object.entries(faultsOf(error)).map(([path, message]) => [fieldOf(path), message] as const)
    const isMarked = found.some(([field]) => isIn(tried.values, field))
    const faults = isMarked ? Object.fromEntries(found) : {}
    if (isMarked) form.setErrors(faults)
    onFailed(error, tried, faults)
  }

  return {
    isPending,
    /** The way of the save that is under way. */
    pendingWay: isPending ? variables?.way : undefined,
    /** The record was deleted elsewhere; `createAnew` stores what was typed as a new one. */
    isGone,
    save: (values = form.values, way?: Way) => {
      lastWay.current = way
      return save(values)
    },
    refresh,
    settle: autosave.settle,
    discarding: { ...discarding, discard: () => discarding.discard(autosave.settle) },
    /** Where what is typed is, when it is kept without being asked for. */
    keeping: autosaving && autosave.keeping,
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

export type Saving<V extends Values> = Pick<
  ReturnType<typeof useSaving<V>>,
  'isPending' | 'isGone' | 'keeping' | 'discarding' | 'saveMerged' | 'createAnew'
>

/** Which fields the server refused, and why: its issues, and a slug that is taken. */
function faultsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  if (error.status !== 422 && error.status !== 409) return {}
  const faults = Object.fromEntries(error.issues.map(({ path, message }) => [path, message]))
  return error.status === 409 && error.issues.length === 0 ? { slug: error.text } : faults
}
