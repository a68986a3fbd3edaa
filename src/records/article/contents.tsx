import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import type { Heading } from '#text/html/headings'

type ContentsProps = { headings: readonly Heading[]; lang?: Language; children?: ReactNode }

/** The parts of a text that has several, and below them `children`; marks the part that is being read. */
export function Contents({ headings, lang, children }: ContentsProps) {
  const t = useText()
  const parts = headings.filter(({ level, text }) => level < 4 && text !== '')
  const hasParts = parts.length > 2
  const list = useRef<HTMLOListElement>(null)
  const read = usePartInView(hasParts ? parts.map(({ id }) => id).join(' ') : '')

  // Where the list is longer than the screen it follows; the page itself stays where it is.
  useEffect(() => {
    const box = list.current
    const link = box?.querySelector<HTMLElement>(`[href="#${CSS.escape(read ?? '')}"]`)
    if (!link || !box) return
    const [above, below] = [link.offsetTop, link.offsetTop + link.offsetHeight - box.clientHeight]
    if (box.scrollTop > above || box.scrollTop < below) box.scrollTop = above - box.clientHeight / 2
  }, [read])

  if (!hasParts) return null
  return (
    <nav className="contents" aria-labelledby="contents-title">
      <h2 id="contents-title">{t('reading.contents')}</h2>
      <ol ref={list} lang={lang}>
        {parts.map(({ id, text, level }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`} aria-current={id === read ? 'location' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ol>
      {children}
    </nav>
  )
}

/** How far down the screen, as a part of it, one reads: a heading above that line has begun. */
const readingLine = 0.3

/** Which of these parts, named by their ids, is being read. */
function usePartInView(ids: string): string | undefined {
  const [read, setRead] = useState<string>()
  useEffect(() => {
    if (ids === '') return undefined
    let frame = 0
    function look() {
      frame = 0
      const line = innerHeight * readingLine
      const begun = (id: string) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line
      setRead(ids.split(' ').findLast(begun))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    const leave = new AbortController()
    for (const kind of ['scroll', 'resize']) addEventListener(kind, soon, { passive: true, signal: leave.signal })
    soon()
    return () => {
      leave.abort()
      cancelAnimationFrame(frame)
    }
  }, [ids])
  return read
}
