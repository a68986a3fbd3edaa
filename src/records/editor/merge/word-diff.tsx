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
  let [gone, come] = ['', '']
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    const isBetween = part.value.trim() === '' && (gone !== '' || come !== '') && (next?.added || next?.removed)
    if (part.removed || isBetween) gone += part.value
    if (part.added || isBetween) come += part.value
    if (part.added || part.removed || isBetween) continue
    joined.push(...replaced(gone, come), part)
    ;[gone, come] = ['', '']
  }
  return [...joined, ...replaced(gone, come)]
}

const replaced = (gone: string, come: string): Part[] => [
  ...(gone === '' ? [] : [{ value: gone, removed: true, added: false }]),
  ...(come === '' ? [] : [{ value: come, removed: false, added: true }]),
]

function shorten(text: string, hasBefore: boolean, hasAfter: boolean): string {
  const head = hasBefore ? text.slice(0, around) : ''
  const tail = hasAfter ? text.slice(-around) : ''
  return head.length + tail.length >= text.length ? text : `${head} … ${tail}`
}
