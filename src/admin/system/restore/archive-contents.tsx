import type { ArchiveSummary } from '#contract/archive-summary'
import { bytesText } from '#i18n/bytes-text'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Alert } from '#ui/controls/states/alert'

/** The parts of an archive whose counts are shown. */
const parts = ['posts', 'projects', 'customPages', 'media', 'messages', 'subscribers', 'users'] as const

type ArchiveContentsProps = { summary: ArchiveSummary; bytes: number }

/** The date and the contents of an archive without its trash, what it replaces, and the estimated time. */
export function ArchiveContents({ summary: { createdAt, counts, trashed }, bytes }: ArchiveContentsProps) {
  const t = useText()
  const language = usePageLanguage()
  const date = dateTime(createdAt, language)
  const number = new Intl.NumberFormat(language)
  const inTrash = parts.reduce((sum, part) => sum + (trashed[part] ?? 0), 0)
  const minutes = minutesFor(counts, bytes)
  return (
    <>
      <section className="restore-sheet" aria-labelledby="restore-from">
        <h3 id="restore-from">{t('restoring.from', { date })}</h3>
        <dl className="admin-tally">
          {parts.map((part) => (
            <div key={part}>
              <dt>{t(`restoring.part.${part}`)}</dt>
              <dd>{number.format((counts[part] ?? 0) - (trashed[part] ?? 0))}</dd>
            </div>
          ))}
        </dl>
        {inTrash > 0 && <p className="kit-note">{t('restoring.inTrash', { count: inTrash })}</p>}
        <p className="kit-note">
          {t('restoring.size', { size: bytesText(bytes, language) })} {t('restoring.takes', { minutes })}
        </p>
      </section>
      <Alert variant="warning" title={t('restoring.goes')}>
        {t('restoring.goesText', { date })}
      </Alert>
      <ul className="restore-steps">
        {(['before', 'meanwhile', 'logIn'] as const).map((step) => (
          <li key={step}>{t(`restoring.${step}`, { date })}</li>
        ))}
      </ul>
    </>
  )
}

/** Rows and bytes that a small server restores per second; backing up the current state takes as long again. */
const rowsInSecond = 1000
const bytesInSecond = 20_000_000

const minutesFor = (counts: Record<string, number>, bytes: number): number => {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return Math.round((2 * (rows / rowsInSecond + bytes / bytesInSecond)) / 60)
}
