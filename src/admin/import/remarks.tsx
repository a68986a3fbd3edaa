import { useText } from '#i18n/i18n'
import type { Import } from '#features/imports/contract'

type RemarksProps = { title: string; remarks: Import['skipped']; isOpen?: boolean }

/** What somebody should know of single records or files; closed where there is nothing to do about it. */
export function Remarks({ title, remarks, isOpen = false }: RemarksProps) {
  const t = useText()
  if (remarks.length === 0) return null
  return (
    <details className="import-remarks" open={isOpen}>
      <summary>
        {title} <span className="import-count">{remarks.length}</span>
      </summary>
      <ul aria-label={title}>
        {remarks.slice(0, mostShown).map((remark, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two may be alike, and none is ever moved
          <li key={at}>
            <strong>{remark.title}</strong>
            <span className="kit-note">{remark.why}</span>
          </li>
        ))}
      </ul>
      {remarks.length > mostShown && (
        <p className="kit-note">{t('imports.more', { count: remarks.length - mostShown })}</p>
      )}
    </details>
  )
}

const mostShown = 200
