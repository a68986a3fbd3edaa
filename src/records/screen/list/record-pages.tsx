import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Column, Sort } from '#ui/controls/tables/column'
import { recordsAtOnce, type RecordsPart, recordsPartQuery } from '#records/screen/load-record'
import type { EditedSummary, RecordKind, StatusFilter } from '#records/kind/record'
import type { ShownTranslation } from './translation-filter'

/** Milliseconds without a further letter. */
const pause = 250

type Asked<Summary> = {
  kind: RecordKind
  status: StatusFilter
  translationShown: ShownTranslation
  columns: Column<Summary>[]
  initialSort?: Sort
}

/** A list that is too long to be had whole, part by part: the server filters and sorts it. */
export function useRecordPages<Summary extends EditedSummary>(asked: Asked<Summary>) {
  const { kind, status, translationShown, columns, initialSort } = asked
  const [filter, setFilter] = useState('')
  const [sort, setSort] = useState(initialSort)
  const [turned, setTurned] = useState({ to: 0, in: '' })
  const q = useSettled(filter.trim(), pause)
  const by = sortOf(columns, sort)
  const list = [status, translationShown, q, by].join('\n')
  const page = turned.in === list ? turned.to : 0

  const wanted = useMemo<RecordsPart>(
    () => ({
      status,
      limit: recordsAtOnce,
      ...(page > 0 ? { offset: page * recordsAtOnce } : {}),
      ...(q === '' ? {} : { q }),
      ...(translationShown === 'all' ? {} : { translation: translationShown }),
      ...(by === undefined ? {} : { sort: by }),
    }),
    [status, page, q, translationShown, by],
  )
  const part = useDeferredValue(wanted)
  const { data } = useSuspenseQuery(recordsPartQuery<Summary>(kind, part))
  const last = Math.max(0, Math.ceil(data.total / recordsAtOnce) - 1)
  const turn = (to: number) => setTurned({ to, in: list })
  // What stood on the last page has been deleted.
  if (part === wanted && page > last) turn(last)

  return {
    rows: data.rows,
    isFiltered: part.q !== undefined,
    isTranslationAsked: part.translation !== undefined,
    served: {
      filter,
      onFilter: setFilter,
      sort,
      onSort: setSort,
      isFiltered: part.q !== undefined,
      isBusy: part !== wanted || q !== filter.trim(),
      first: part.offset ?? 0,
      total: data.total,
      onPrevious: page > 0 ? () => turn(page - 1) : undefined,
      onNext: page < last ? () => turn(page + 1) : undefined,
    },
  }
}

/** As the API names it: the field, with `-` before it downwards. */
function sortOf<Summary>(columns: Column<Summary>[], sort: Sort | undefined): string | undefined {
  const field = columns.find(({ id }) => id === sort?.column)?.sortField
  if (!sort || field === undefined) return undefined
  return sort.direction === 'ascending' ? field : field.startsWith('-') ? field.slice(1) : `-${field}`
}

/** The text, once it has stayed the same for so long. */
function useSettled(text: string, milliseconds: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return settled
}
