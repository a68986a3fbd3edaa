import { useCallback, useRef } from 'react'
import { useWithSession } from '#auth/sign-in-dialog'
import { answerWithin, patience } from '#records/editor/failure'
import { ApiError, send } from '#base/http/client'
import { type RecordValues, toBody } from '#records/editor/record-values'
import type { RecordKind, EditedRecord } from '#records/record'

/** Creates or updates a record; version 0 creates. `target` is the stored record that is written to, once there is one. */
export function useWriteRecord(kind: RecordKind, stored: EditedRecord | undefined) {
  const path = `/api${kind.api}`
  const withSession = useWithSession()
  const target = useRef<Pick<EditedRecord, 'id' | 'version'> | undefined>(stored)
  const unanswered = useRef<{ input: Record<string, unknown>; key: string } | undefined>(undefined)

  const write = useCallback(async (values: RecordValues, version: number, key: string) => {
    const put = (id: number, on: number) =>
      withSession(() => answerWithin(patience, send<EditedRecord>('PUT', `${path}/${id}`, { body: toBody(kind, values), version: on, idempotencyKey: key })))
    const post = (input: Record<string, unknown>, idempotencyKey: string) =>
      withSession(() => answerWithin(patience, send<EditedRecord>('POST', path, { body: input, idempotencyKey })))

    if (version > 0 && target.current) return put(target.current.id, version)

    // A create whose answer was lost may have been applied: asking again with its key tells, and the rest is an update of that.
    const earlier = unanswered.current
    if (earlier && earlier.key !== key) {
      target.current = await post(earlier.input, earlier.key)
      return put(target.current.id, target.current.version)
    }
    unanswered.current = { input: toBody(kind, values), key }
    try {
      return await post(unanswered.current.input, key)
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) unanswered.current = undefined
      throw error
    }
  }, [kind, path, withSession])

  return { write, target }
}
