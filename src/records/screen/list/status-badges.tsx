import { dateTime } from '#i18n/dates'
import { type Translate, useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import type { EditedSummary } from '#records/kind/record'

type StatusBadgesProps = {
  record: Pick<EditedSummary, 'status' | 'publishedAt'> &
    Partial<Pick<EditedSummary, 'trashedFrom' | 'noindex'>> & { draft: unknown }
}

/** A record's status, unless it is simply published, and whether search engines are asked not to list it. */
export function StatusBadges({ record }: StatusBadgesProps) {
  const t = useText()
  const language = usePageLanguage()
  const unlisted = record.noindex === true ? [{ tone: 'unlisted', text: t('life.noindex') }] : []
  return [...badgesOf(record, t, language), ...unlisted].map(({ tone, text }) => (
    <span key={tone} className="edit-badge" data-tone={tone}>
      {text}
    </span>
  ))
}

function badgesOf(
  { status, publishedAt, trashedFrom, draft }: StatusBadgesProps['record'],
  t: Translate,
  language: Language,
) {
  if (status === 'trashed')
    return [{ tone: 'trashed', text: t(trashedFrom === 'draft' ? 'life.wasDraft' : 'life.wasPublished') }]
  if (status === 'draft') return [{ tone: 'draft', text: t('life.draft') }]
  const scheduled =
    status === 'scheduled' && publishedAt !== null
      ? [{ tone: 'scheduled', text: t('life.scheduled', { date: dateTime(publishedAt, language) }) }]
      : []
  return draft ? [...scheduled, { tone: 'newer', text: t('life.newerDraft') }] : scheduled
}
