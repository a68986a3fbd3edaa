import { describe, expect, test } from 'bun:test'
import { mergeFields } from '#records/editor/merge/merging'
import { draftDueAt, pace } from './use-editor'
import {
  type Attempt,
  initialState,
  type EditorEvent,
  type EditorState,
  isDirty,
  type Loaded,
  reduce,
  type StateName,
  restoreUnsaved,
} from './editor-state'

type V = { title: string; text: string }
type State = EditorState<V>
type Event = EditorEvent<V>

const loaded: Loaded<V> = { values: { title: 'A', text: 'x' }, version: 3, draft: 0 }
const theirs: Loaded<V> = { values: { title: 'C', text: 'x' }, version: 4, draft: 0 }
const clean = initialState(loaded)
const time = 1000
const typed = (patch: Partial<V>, at = time): Event => ({ type: 'edited', patch, time: at })
const asked: Event = { type: 'save-started', way: 'publish' }
const sending: Event = { type: 'autosave-started' }
const attemptOf = ({ values, base }: State): Attempt<V> => ({ values, base, key: 'k' })
const unanswered = (state: State): Event => ({ type: 'autosave-unanswered', attempt: attemptOf(state), time })
const stored = (state: State): Event => ({
  type: 'autosaved',
  attempt: attemptOf(state),
  stored: { version: 3, draft: 1 },
  time,
})
const saved = (state: State): Event => ({ type: 'saved', stored: theirs, sent: state.values, time })
const refused =
  (status: number, fault?: string) =>
  (state: State): Event => ({
    type: 'autosave-rejected',
    attempt: attemptOf(state),
    status,
    reason: 'No',
    faults: fault === undefined ? [] : [{ field: 'title', value: state.values.title, message: fault }],
  })

const after = (start: State, ...events: (Event | ((state: State) => Event))[]): State =>
  events.reduce<State>((state, event) => reduce(state, typeof event === 'function' ? event(state) : event), start)

const states: Record<StateName, State> = {
  clean,
  editing: after(clean, typed({ title: 'B' })),
  saving: after(clean, typed({ title: 'B' }), sending),
  offline: after(clean, typed({ title: 'B' }), sending, unanswered),
  'signed-out': after(clean, typed({ title: 'B' }), sending, refused(401)),
  conflict: after(clean, typed({ title: 'B' }), { type: 'conflict-found', theirs }),
  gone: after(clean, typed({ title: 'B' }), { type: 'gone' }),
  over: after(clean, { type: 'finished' }),
}

test('each state has its name', () => {
  for (const [at, state] of Object.entries(states)) expect(state.at).toBe(at as StateName)
})

type Row = [from: StateName, what: string, event: Event | ((state: State) => Event), to: StateName]
const rows: Row[] = [
  ['clean', 'something is typed', typed({ title: 'B' }), 'editing'],
  ['clean', 'what stands there is typed', typed({ title: 'A' }), 'clean'],
  ['clean', 'somebody saves', asked, 'saving'],
  ['clean', 'another version is taken up', { type: 'rebased', stored: theirs, values: theirs.values }, 'clean'],
  ['editing', 'it is taken back by hand', typed({ title: 'A' }), 'clean'],
  ['editing', 'an autosave goes out', sending, 'saving'],
  ['editing', 'somebody saves', asked, 'saving'],
  ['editing', 'an autosave has to wait', { type: 'autosave-postponed', why: 'marked', time }, 'editing'],
  ['editing', 'a save is uncertain', { type: 'autosave-postponed', why: 'offline', time }, 'offline'],
  ['editing', 'another version has the same changed', { type: 'conflict-found', theirs }, 'conflict'],
  ['editing', 'the record is no more', { type: 'gone' }, 'gone'],
  ['editing', 'it is discarded', { type: 'finished' }, 'over'],
  ['saving', 'the draft is stored', stored, 'clean'],
  ['saving', 'more is typed', typed({ text: 'y' }), 'saving'],
  ['saving', 'no answer comes', unanswered, 'offline'],
  ['saving', 'the session has ended', refused(401), 'signed-out'],
  ['saving', 'the server refuses it', refused(409), 'editing'],
  ['saving', 'the server refuses a field', refused(422, 'Too long'), 'editing'],
  ['saving', 'another version has the same changed', { type: 'conflict-found', theirs }, 'conflict'],
  ['saving', 'the record is no more', { type: 'gone' }, 'gone'],
  ['offline', 'more is typed', typed({ text: 'y' }), 'offline'],
  ['offline', 'it is tried again', sending, 'saving'],
  ['offline', 'it is stored after all', stored, 'clean'],
  ['offline', 'somebody saves', asked, 'saving'],
  ['signed-out', 'more is typed', typed({ text: 'y' }), 'signed-out'],
  ['signed-out', 'somebody saves', asked, 'saving'],
  ['conflict', 'the choice is left for later', { type: 'conflict-found', theirs: undefined }, 'editing'],
  ['conflict', 'a choice is made', { type: 'rebased', stored: theirs, values: { title: 'B', text: 'x' } }, 'editing'],
  ['gone', 'more is typed', typed({ text: 'y' }), 'gone'],
  ['gone', 'it is created anew', asked, 'saving'],
  ['over', 'something is typed', typed({ title: 'B' }), 'over'],
  ['over', 'a late answer comes', stored, 'over'],
]

describe('transitions of the editor', () => {
  for (const [from, what, event, to] of rows)
    test(`${from}: ${what}: ${to}`, () => expect(after(states[from], event).at).toBe(to))
})

describe('an explicit save', () => {
  const pending = after(states.saving, asked)

  test('stays pending while an autosave ends, whatever its result', () => {
    expect([stored, unanswered, refused(412)].map((event) => after(pending, event).at)).toEqual(
      Array<StateName>(3).fill('saving'),
    )
  })

  test('keeps what was typed meanwhile, over what was stored', () => {
    const sent = pending.values
    const done = after(pending, typed({ text: 'y' }), { type: 'saved', stored: theirs, sent, time })
    expect(done).toMatchObject({ at: 'editing', values: { title: 'C', text: 'y' }, base: theirs, isPending: false })
    expect(after(pending, saved).at).toBe('clean')
  })

  test('that fails returns to the previous state, with the errors marked', () => {
    const failed = after(pending, { type: 'save-failed', status: 422, errors: { title: 'Taken' } })
    expect(failed).toMatchObject({ at: 'editing', errors: { title: 'Taken' }, isPending: false })
    expect(after(failed, typed({ title: 'D' })).errors).toEqual({})
    expect(after(pending, unanswered, { type: 'save-failed', status: 0 }).at).toBe('offline')
    expect(after(pending, { type: 'save-failed', status: 401 }).at).toBe('signed-out')
  })
})

describe('an autosave', () => {
  test('becomes the base for comparison, and remembers the previous one', () => {
    const done = after(states.saving, typed({ text: 'y' }), (state) => ({
      type: 'autosaved',
      attempt: { values: states.saving.values, base: state.base, key: 'k' },
      stored: { version: 3, draft: 1 },
      time,
    }))
    expect(done).toMatchObject({ at: 'editing', base: { draft: 1, values: { title: 'B', text: 'x' } }, opened: loaded })
    expect(isDirty(done)).toBe(true)
  })

  test('that was overtaken by another version changes nothing of it', () => {
    const attempt = attemptOf(states.saving)
    const rebased = after(states.saving, { type: 'rebased', stored: theirs, values: theirs.values })
    const late: Event = { type: 'autosaved', attempt, stored: { version: 3, draft: 1 }, time }
    expect(after(rebased, late)).toMatchObject({ at: 'clean', base: theirs })
  })

  test('that was refused is not retried with the same values', () => {
    const { base, values } = states.saving
    expect(after(states.saving, refused(409))).toMatchObject({
      rejected: { base },
      note: { at: 'rejected', reason: 'No' },
    })
    expect(after(states.saving, refused(422)).rejected).toEqual({ values })
    expect(after(states.saving, refused(422, 'Too long'))).toMatchObject({
      rejectedValues: { title: 'B' },
      errors: { title: 'Too long' },
      note: { at: 'marked' },
    })
  })

  test('is due after a pause, at the latest some seconds after the first change, and later after each failure', () => {
    expect(draftDueAt(states.editing)).toBe(time + pace.afterPause)
    expect(draftDueAt(after(states.editing, typed({ text: 'y' }, time + pace.atLatest)))).toBe(time + pace.atLatest)
    expect(draftDueAt(states.offline)).toBe(time + pace.retries[0]!)
    expect(draftDueAt(after(states.offline, sending, unanswered))).toBe(time + pace.retries[1]!)
  })

  test('is not due while nothing has changed, a save or a question is open, or nobody is signed in', () => {
    for (const at of ['clean', 'saving', 'signed-out', 'conflict', 'gone', 'over'] as const)
      expect(draftDueAt(states[at])).toBeUndefined()
    expect(draftDueAt(after(states.editing, { type: 'discarding', step: 'asking' }))).toBeUndefined()
    expect(draftDueAt(after(states.offline, typed({ title: 'A' })))).toBeUndefined()
  })
})

test('an answer to a conflict or a deletion publishes only if a save that publishes has met it', () => {
  for (const met of [{ type: 'conflict-found', theirs }, { type: 'gone' }] satisfies Event[]) {
    expect(after(states.editing, met).way).toBe('draft')
    expect(after(states.editing, asked, met).way).toBe('publish')
    expect(after(states.editing, asked, { type: 'save-failed', status: 422 }, sending, met).way).toBe('draft')
  }
})

describe('an unsaved text of an earlier visit', () => {
  const kept = {
    title: 'A',
    changed: { title: 'B' },
    base: { title: 'A' },
    version: 3,
    keptAt: '2026-01-01T00:00:00.000Z',
    place: 'post:1#w',
  }
  const resumedOver = (now: Loaded<V>, text = kept) =>
    after(
      initialState(now),
      { type: 'offered', kept: text },
      {
        type: 'restored',
        kept: text,
        over: restoreUnsaved(now, text, mergeFields<V>),
        time,
      },
    )

  test('waits until the editor accepts it, and nothing is autosaved meanwhile', () => {
    const offered = after(states.editing, { type: 'offered', kept })
    expect(draftDueAt(offered)).toBeUndefined()
    expect(resumedOver(loaded)).toMatchObject({ at: 'editing', values: { title: 'B', text: 'x' }, offer: undefined })
  })

  test('is merged with what was saved since, or shown beside it', () => {
    const elsewhere = { ...loaded, values: { title: 'A', text: 'z' }, version: 4 }
    expect(resumedOver(elsewhere)).toMatchObject({ at: 'editing', values: { title: 'B', text: 'z' }, base: elsewhere })
    expect(resumedOver(theirs)).toMatchObject({ at: 'conflict', values: { title: 'B' }, theirs, way: 'draft' })
  })

  test('that equals the initial values of a new record is discarded', () => {
    expect(resumedOver(loaded, { ...kept, place: '' }).at).toBe('clean')
  })
})
