import { type RefObject, useRef, useState } from 'react'
import type { Sort } from './column'

/** The words that a table is searched for, and its order. */
export type TableView = {
  words: string
  setWords: (words: string) => void
  sort: Sort | undefined
  setSort: (sort: Sort | undefined) => void
  /** Receives the focus after the search was cleared. */
  searchBox: RefObject<HTMLInputElement | null>
}

export function useTableView(initialSort?: Sort): TableView {
  const [words, setWords] = useState('')
  const [sort, setSort] = useState(initialSort)
  const searchBox = useRef<HTMLInputElement>(null)
  return { words, setWords, sort, setSort, searchBox }
}
