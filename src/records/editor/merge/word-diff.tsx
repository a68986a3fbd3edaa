import { diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import { useText } from '#i18n/i18n'

type WordDiffProps = { before: string; after: string; lang?: string }

/** So long texts may be compared, in milliseconds; then they stand whole one after the other. */
const patience = 1000
/** What has not changed is shown so far around what has, in UTF-16 units. */
const around = 160

/** What of a text has changed, word by word. */
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

function compare(before: string, after: string) {
  return (
    diffWordsWithSpace(before, after, { timeout: patience }) ?? [
      { value: before, removed: true, added: false },
      { value: after, added: true, removed: false },
    ]
  )
}

function shorten(text: string, hasBefore: boolean, hasAfter: boolean): string {
  const head = hasBefore ? text.slice(0, around) : ''
  const tail = hasAfter ? text.slice(-around) : ''
  return head.length + tail.length >= text.length ? text : `${head} … ${tail}`
}
