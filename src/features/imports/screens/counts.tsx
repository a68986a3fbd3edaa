import type { ImportCounts } from '../contract'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'

const parts = ['posts', 'pages', 'media', 'redirects'] as const

/** The count of each type; `of`: the totals. */
export function Counts({ counts, of }: { counts: ImportCounts; of?: ImportCounts }) {
  const t = useText()
  const number = new Intl.NumberFormat(usePageLanguage())
  return (
    <dl className="admin-tally">
      {parts.map((part) => (
        <div key={part}>
          <dt>{t(`imports.part.${part}`)}</dt>
          <dd>
            {number.format(counts[part])}{' '}
            {of && of[part] !== counts[part] && (
              <span className="kit-note">{t('imports.of', { count: number.format(of[part]) })}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
