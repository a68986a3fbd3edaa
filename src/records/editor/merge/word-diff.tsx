import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import { useText } from '#i18n/i18n'

type WordDiffProps = { before: string; after: string; lang?: string }

/** Milliseconds to compare long texts; after that they are shown one after the other. */
const timeout = 1000
/** Context around changes, in UTF-16 units. */
const around = 160

/** A diff of two texts by word. */
export function WordDiff({ before, after, lang }: WordDiffProps) {
  const t = useText()
  const parts = useMemo(() => compare(before, after), [before, after])
  return (
    <p className="edit-diff" lang={lang}>
      {parts.map(({ value, added, removed }, index) => {
        if (added) return <ins key={index}>{value}</ins>
        if (removed) return <del key={index}>{value}</del>
        return <span key={index}>{shorten(value, index > 0, index < parts.length - 1)}</span>
      })}
      {after === '' && <span className="edit-diff-empty"> {t('history.nowEmpty')}</span>}
    </p>
  )
}

type Part = { value: string; added: boolean; removed: boolean }

function compare(before: string, after: string): Part[] {
  const parts = diffWordsWithSpace(before, after, { timeout })
  return parts ? joinNeighbours(parts) : replaced(before, after)
}

/** Changed words separated only by a space are joined, so that each version can be read as a whole. */
function joinNeighbours(parts: Part[]): Part[] {
  const joined: Part[] = []
  let [deleted, inserted] = ['', '']
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    const isBetween = part.value.trim() === '' && (deleted !== '' || inserted !== '') && (next?.added || next?.removed)
    if (part.removed || isBetween) deleted += part.value
    if (part.added || isBetween) inserted += part.value
    if (part.added || part.removed || isBetween) continue
    joined.push(...replaced(deleted, inserted), part)
    ;[deleted, inserted] = ['', '']
  }
  return [...joined, ...replaced(deleted, inserted)]
}

const replaced = (deleted: string, inserted: string): Part[] => [
  ...(deleted === '' ? [] : [{ value: deleted, removed: true, added: false }]),
  ...(inserted === '' ? [] : [{ value: inserted, removed: false, added: true }]),
]

function shorten(text: string, hasBefore: boolean, hasAfter: boolean): string {
  const head = hasBefore ? text.slice(0, around) : ''
  const tail = hasAfter ? text.slice(-around) : ''
  return head.length + tail.length >= text.length ? text : `${head} … ${tail}`
}
