import { useCallback, useRef, useState } from 'react'
import { ApiError, send } from '#client/api-error'
import { deleteAllUnsaved } from '#records/editor/saving/unsaved-text'
import type { Versions, Way } from '#records/editor/saving/editor-state'
import { type RecordValues, toBody } from '#records/editor/values/record-values'
import type { EditedRecord, RecordKind } from '#records/kind/record'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { useFailureToast } from '#records/editor/saving/failure'

/** The versions of a record and its draft, as in `If-Match`. */
export const versionsTag = ({ version, draft = 0 }: Versions) => `${version}.${draft}`

/** The same for an edited record. */
export const versionsOf = ({ version, draft }: { version: number; draft: { version: number } | null }) =>
  versionsTag({ version, draft: draft?.version })

/** Creates or updates a record; version 0 creates. `record` is the record as last stored, once it exists. */
export function useWriteRecord(kind: RecordKind, stored: EditedRecord | undefined) {
  const path = `/api${kind.api}`
  const [record, setRecord] = useState(stored)
  const target = useRef(stored)
  const unanswered = useRef<{ input: Record<string, unknown>; key: string } | undefined>(undefined)

  const write = useCallback(
    async (values: RecordValues, on: Versions, key: string, way: Way = 'publish') => {
      const status = way === 'publish' ? 'published' : 'draft'
      const put = ({ id, status: before }: EditedRecord, versions: Versions) => {
        // The published version is unchanged by a draft.
        const isBeside = way === 'autosave' || (way === 'draft' && before !== 'draft')
        const body = isBeside ? toBody(kind, values) : { ...toBody(kind, values), status }
        const address = `${path}/${id}${isBeside ? '/draft' : ''}${way === 'autosave' ? '?autosave=true' : ''}`
        return send<WriteAnswer>('PUT', address, { body, version: versionsTag(versions), idempotencyKey: key })
      }
      const create = async (input: Record<string, unknown>, idempotencyKey: string) => {
        unanswered.current = { input, key: idempotencyKey }
        try {
          return edited(await send<WriteAnswer>('POST', path, { body: input, idempotencyKey }))
        } catch (error) {
          if (error instanceof ApiError && error.status < 500) unanswered.current = undefined
          throw error
        }
      }

      if (on.version > 0 && target.current) return edited(await put(target.current, on))

      // A create without a response may have been applied: a retry with its key returns the record, and the rest is an
      // update of it.
      const earlier = unanswered.current
      if (earlier && earlier.key !== key) {
        if (way === 'autosave' && isPublic(earlier.input)) throw new Error('Nobody has asked for this to be published')
        target.current = await create(earlier.input, earlier.key)
        return edited(await put(target.current, { version: target.current.version }))
      }
      return create({ ...toBody(kind, values), status }, key)
    },
    [kind, path],
  )

  /** Deletes its draft, or the record. */
  const remove = useCallback(
    async (on: Versions, isNew: boolean) => {
      if (!target.current) return
      const { id } = target.current
      await send('DELETE', `${path}/${id}${isNew ? '' : '/draft'}`, { version: versionsTag(on) })
      if (isNew) void deleteAllUnsaved(`${kind.name}:${id}`)
    },
    [kind, path],
  )

  const take = useCallback((next: EditedRecord) => {
    target.current = next
    setRecord(next)
  }, [])

  return {
    write,
    remove,
    record,
    take,
    newest: () => target.current,
    /**
     * Whether a create that publishes got no response: only a manual save may retry it, and a second create in parallel
     * would duplicate the record.
     */
    mayBePublished: () => !target.current && unanswered.current !== undefined && isPublic(unanswered.current.input),
  }
}

const isPublic = ({ status }: Record<string, unknown>) => status === 'published'

type WriteAnswer = Omit<EditedRecord, 'draft'> & Partial<Pick<EditedRecord, 'draft'>>

/** A plain write ends a draft, and its response does not contain one. */
const edited = (answer: WriteAnswer): EditedRecord => ({ ...answer, draft: answer.draft ?? null })

type NewestRecord<Edited> = {
  /** The message for errors without one. */
  failed: string
  newest: () => Edited | undefined
  form: { settle: () => Promise<unknown>; refresh: () => Promise<void> }
}

/** For actions on the last saved version of a record, other than saving. */
export function useNewestRecord<Edited>({ failed, newest, form }: NewestRecord<Edited>) {
  const showFailure = useFailureToast()
  const withSession = useWithSession()
  return {
    /** Waits for a running autosave. */
    withNewest: async <Answer>(work: (from: Edited) => Promise<Answer>): Promise<Answer> => {
      await form.settle()
      return withSession(() => work(newest()!))
    },
    /** After a concurrent change or deletion, shows the current version instead of just an error. */
    fail: async (cause: unknown) => {
      const status = cause instanceof ApiError ? cause.status : 0
      if (status === 412 || status === 404) await form.refresh().catch(() => undefined)
      showFailure(cause, failed)
    },
  }
}

export type Newest<Edited> = ReturnType<typeof useNewestRecord<Edited>>

/** An edited record or page. */
export type Versioned = { version: number; draft: { version: number } | null }
