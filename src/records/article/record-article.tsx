import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { unpackContent } from '#records/kind/content'
import { localize, textLanguage } from '#records/translation/localize'
import { linkHeadings, type Heading } from '#text/html/headings'
import { Picture } from '#ui/pictures/picture'
import { Html } from '#ui/prose/html'

/** The fraction of the screen's height above which a heading counts as reached. */
const readingLine = 0.3

type RecordArticleProps = {
  record: {
    title: string
    content?: string
    imageUrl?: string
    translations: Partial<Record<Language, { title?: string; content?: string }>>
  }
  /** Shown below the title. */
  children: ReactNode
  /** Below the picture. */
  figures?: ReactNode
  /** Beside the text if there is room, otherwise below it. */
  share?: ReactNode
}

/** A record with an HTML body on its page, and in the admin's preview. */
export function RecordArticle({ record, children, figures, share }: RecordArticleProps) {
  const language = usePageLanguage()
  const { title, content } = localize(record, language)
  const { html, headings } = linkHeadings(unpackContent(content ?? '').html)
  const lang = textLanguage(record, 'content', language)
  return (
    <article className="article">
      <header className="article-head">
        <h1 lang={textLanguage(record, 'title', language)}>{title}</h1>
        {children}
      </header>
      {(record.imageUrl || figures) && (
        <div className="article-plate">
          {record.imageUrl && (
            <div className="article-picture">
              <Picture src={record.imageUrl} alt={title} sizes="(min-width: 60rem) min(52vw, 63rem), 94vw" priority />
            </div>
          )}
          {figures}
        </div>
      )}
      <Contents headings={headings} lang={lang}>
        {share}
      </Contents>
      {content !== undefined && <Html className="article-body" html={html} lang={lang} />}
      {share}
    </article>
  )
}

/**
 * Wide screens always show the list, by styles, so that nothing moves; this tells assistive technology, and older
 * browsers.
 */
function openWhereWide(box: HTMLDetailsElement | null) {
  if (box && matchMedia('(min-width: 48rem)').matches) box.open = true
}

type ContentsProps = { headings: readonly Heading[]; lang?: Language; children?: ReactNode }

/** The table of contents of a text with several sections, and below it `children`; marks the current section. */
function Contents({ headings, lang, children }: ContentsProps) {
  const t = useText()
  const parts = headings.filter(({ level, text }) => level < 4 && text !== '')
  const hasParts = parts.length > 2
  const list = useRef<HTMLOListElement>(null)
  const read = usePartInView(hasParts ? parts.map(({ id }) => id).join(' ') : '')

  // Scrolls a list that is longer than the screen to the current section, without scrolling the page.
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
      <details ref={openWhereWide}>
        <summary>
          <h2 id="contents-title">{t('reading.contents')}</h2>
          <span>{parts.length}</span>
        </summary>
        <ol ref={list} lang={lang}>
          {parts.map(({ id, text, level }) => (
            <li key={id} data-level={level}>
              <a href={`#${id}`} aria-current={id === read ? 'location' : undefined}>
                {text}
              </a>
            </li>
          ))}
        </ol>
      </details>
      {children}
    </nav>
  )
}

/** The id of the section that is being read, among the space-separated `ids`. */
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
