import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Merge, mergeFields } from '#records/editor/merge/merging'
import { dropUnsaved, keepUnsaved, type KeptText, placeOf, readUnsaved, type UnsavedText } from './unsaved-text'
import { changedFields, isIn, pick, type Values } from '#records/editor/values/values'

/** Which record, and which draft of it: version 0 is one that is not stored yet, draft 0 none. */
export type Versions = { version: number; draft?: number }

/** A record as an editor holds it. */
export type Loaded<V extends Values> = Versions & { values: V }

/** A record as somebody else has saved it: the name of their account, where it is known. */
export type Theirs<V extends Values> = Loaded<V> & { by?: string }

/**
 * `opened` is what autosaves have written over since somebody opened or saved it; undefined while there were none.
 * `theirs` is another version that stands in the way: the one that somebody else saved.
 */
type State<V extends Values> = {
  values: V
  base: Loaded<V>
  opened?: Loaded<V>
  theirs: Theirs<V> | undefined
  /** When something was typed last, in milliseconds; 0 while nobody has: what a record begins with is no work to lose. */
  typedAt: number
}

type Options<V extends Values> = {
  unsavedKey: string
  loaded: Loaded<V>
  /** What the unsaved text is called where it is offered again. */
  titleOf: (values: V) => string
  /** An unsaved text to take up at once, without asking. */
  resume?: KeptText
  /** Takes up what was kept on an earlier visit as soon as it is found, instead of offering it. */
  takesUp?: boolean
  /** Puts this work and that of somebody else together; field by field unless said otherwise. */
  merge?: Merge<V>
}

const keepAfter = 400

/**
 * The state of one record's form: its values, what they are compared with, the faults found, and the unsaved text kept
 * on this device meanwhile.
 */
export function useRecordForm<V extends Values>({
  unsavedKey,
  loaded,
  titleOf,
  resume,
  takesUp = false,
  merge = mergeFields,
}: Options<V>) {
  const [state, setState] = useState<State<V>>(() =>
    resume ? takeUp(loaded, resume, merge) : { values: loaded.values, base: loaded, theirs: undefined, typedAt: 0 },
  )
  /** Ahead of what is rendered: what is saved is what was typed last. */
  const newest = useRef(state)
  const update = useCallback((turn: (now: State<V>) => State<V>) => {
    newest.current = turn(newest.current)
    setState(newest.current)
  }, [])
  const { values, base, opened, theirs, typedAt } = state
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [offer, setOffer] = useState<KeptText>()
  const [takenUp, setTakenUp] = useState(resume)
  const [keptAt, setKeptAt] = useState<string>()
  /** Where there is a text that is in this form by now. */
  const places = useRef(new Set(resume && [resume.place]))

  const isDirty = typedAt > 0 && changedFields(base.values, values).length > 0
  const isOver = useRef(false)

  const drop = () => {
    void dropUnsaved(...places.current)
    places.current.clear()
    setKeptAt(undefined)
  }
  const keepTyped = async (isLeaving: boolean) => {
    const own = placeOf(unsavedKey)
    const others = [...places.current].filter((place) => place !== own)
    const unsaved = toUnsaved(titleOf(values), base, values)
    places.current.add(own)
    const isKept = await keepUnsaved(unsavedKey, unsaved, isLeaving)
    // Saved or thrown away meanwhile.
    if (!isKept || !places.current.has(own)) return
    setKeptAt(unsaved.keptAt)
    for (const place of others) places.current.delete(place)
    if (others.length > 0) await dropUnsaved(...others)
  }
  const keep = useEffectEvent((isLeaving = false) => {
    if (isOver.current || offer !== undefined) return
    if (isDirty) void keepTyped(isLeaving)
    else if (places.current.size > 0) drop()
  })
  const takeOver = (kept: KeptText) => {
    places.current.add(kept.place)
    update(() => takeUp(loaded, kept, merge))
    setOffer(undefined)
    setTakenUp(kept)
  }
  const meetKept = useEffectEvent((kept: KeptText | undefined) => {
    if (!kept || isOver.current) return
    if (!takesUp) setOffer(kept)
    else if (!isDirty) takeOver(kept)
  })
  const findKept = useEffectEvent(async () => (resume ? undefined : readUnsaved(unsavedKey)))
  useEffect(() => {
    let isThere = true
    const lookUp = async () => {
      const kept = await findKept()
      if (isThere) meetKept(kept)
    }
    void lookUp()
    return () => {
      isThere = false
    }
  }, [])
  const leave = useEffectEvent((event: BeforeUnloadEvent) => {
    keep(true)
    if (isDirty && !isOver.current) event.preventDefault()
  })

  // However fast somebody types, what is there is kept a moment after.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keepSoon = useEffectEvent((_values: V, _base: Loaded<V>) => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      keep()
    }, keepAfter)
  })
  useEffect(() => keepSoon(values, base), [values, base])
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => leave(event)
    const onHide = () => keep(true)
    window.addEventListener('beforeunload', onLeave)
    window.addEventListener('pagehide', onHide)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('beforeunload', onLeave)
      window.removeEventListener('pagehide', onHide)
      document.removeEventListener('visibilitychange', onHide)
      keep()
    }
  }, [])

  const change = useCallback(
    (patch: Partial<V>) => {
      update((now) => ({ ...now, values: { ...now.values, ...patch }, typedAt: Date.now() }))
      setErrors((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !isIn(patch, field))))
    },
    [update],
  )

  return {
    values,
    base,
    errors,
    setErrors,
    isDirty,
    /** Something was autosaved since it was opened or saved. */
    isAutosaved: opened !== undefined,
    typedAt,
    keptAt,
    change,
    /** What is held now, and whether the work is over, for whoever has waited since the last rendering. */
    newest: () => ({ ...newest.current, isOver: isOver.current }),
    /** An unsaved text of an earlier visit, until it is restored or discarded. */
    offer,
    restore: () => {
      if (offer) takeOver(offer)
    },
    discardOffer: () => {
      if (offer) void dropUnsaved(offer.place)
      setOffer(undefined)
    },
    /** The unsaved text of an earlier visit with which this began. */
    takenUp,
    theirs,
    merge,
    showConflict: (other: Theirs<V> | undefined) => update((now) => ({ ...now, theirs: other })),
    /** Goes on from a stored version with these values. */
    rebase: (stored: Loaded<V>, merged: V) =>
      update((now) => ({ ...now, base: stored, opened: undefined, values: merged, theirs: undefined })),
    /** Goes on from what was stored of `saved`; what was typed since stays. */
    settle: (stored: Loaded<V>, saved: V) => {
      drop()
      update((now) => ({
        ...now,
        base: stored,
        opened: undefined,
        values: { ...stored.values, ...pick(now.values, changedFields(saved, now.values)) },
        theirs: undefined,
      }))
    },
    /** `sent` is stored as these versions: nothing moves under the hands of whoever types. */
    keepOn: (stored: Versions, sent: V) =>
      update((now) => ({ ...now, base: { ...stored, values: sent }, opened: now.opened ?? now.base })),
    /** The work is over, saved or thrown away: nothing of it is kept. */
    finish: () => {
      isOver.current = true
      drop()
    },
  }
}

export type RecordForm<V extends Values> = ReturnType<typeof useRecordForm<V>>

/** What a text control needs for one field. */
export function textField<V extends Values>(
  form: Pick<RecordForm<V>, 'values' | 'errors' | 'change'>,
  field: keyof V & string,
) {
  return {
    value: String(form.values[field] ?? ''),
    error: form.errors[field],
    onChange: (value: string) => form.change({ [field]: value } as Partial<V>),
  }
}

function toUnsaved<V extends Values>(title: string, base: Loaded<V>, values: V): UnsavedText {
  const fields = changedFields(base.values, values)
  return {
    title,
    changed: pick(values, fields),
    base: pick(base.values, fields),
    version: base.version,
    draft: base.draft,
    keptAt: new Date().toISOString(),
  }
}

/**
 * An unsaved text over the record as it is now. Where somebody else has changed the same meanwhile, both versions are to
 * be shown.
 */
function takeUp<V extends Values>(loaded: Loaded<V>, unsaved: KeptText, merge: Merge<V>): State<V> {
  const typedAt = unsaved.place === '' ? 0 : Date.now()
  const values: V = { ...loaded.values, ...unsaved.changed }
  const isOlder = unsaved.version !== loaded.version || (unsaved.draft ?? 0) !== (loaded.draft ?? 0)
  if (!isOlder) return { values, base: loaded, theirs: undefined, typedAt }
  const base = { values: { ...loaded.values, ...unsaved.base }, version: unsaved.version, draft: unsaved.draft }
  const { questions, resolve } = merge({ base: base.values, yours: values, theirs: loaded.values })
  return questions.length > 0
    ? { values, base, theirs: loaded, typedAt }
    : { values: resolve({}), base: loaded, theirs: undefined, typedAt }
}
