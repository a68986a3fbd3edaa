import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import type { Heading } from '#base/text/html/headings'

/** The parts of a text that has several. */
export function Contents({ headings, lang }: { headings: readonly Heading[]; lang?: Language }) {
  const t = useText()
  const parts = headings.filter(({ level, text }) => level < 4 && text !== '')
  if (parts.length < 3) return null
  return (
    <nav className="contents" aria-labelledby="contents-title">
      <h2 id="contents-title">{t('reading.contents')}</h2>
      <ol lang={lang}>
        {parts.map(({ id, text, level }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
