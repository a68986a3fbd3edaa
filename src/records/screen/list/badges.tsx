import { dateTime } from '#i18n/dates'
import { type Translate, useText } from '#i18n/i18n'
import { type Language, otherLanguages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import type { EditedSummary } from '#records/kind/record'
import { type Translation, type TranslationState, translationStates } from '#records/translation/translation-contract'

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

/** The translation state of a record, unless it is complete. */
export function TranslationBadge({ state }: { state: TranslationState | undefined }) {
  const t = useText()
  if (state === undefined || state === 'complete') return null
  return (
    <span className="edit-badge" data-tone={`translation-${state}`}>
      {t(`translation.state.${state}`)}
    </span>
  )
}

/** The same for each language; labelled with the language if there are several. */
export function TranslationBadges({ translation }: { translation: Translation | undefined }) {
  const t = useText()
  return otherLanguages.map((language) => {
    const state = translation?.[language].state
    if (otherLanguages.length === 1 || state === undefined || state === 'complete')
      return <TranslationBadge key={language} state={state} />
    return (
      <span key={language} className="edit-badge" data-tone={`translation-${state}`}>
        {language.toUpperCase()}: {t(`translation.state.${state}`)}
      </span>
    )
  })
}

/** Filter by translation state. */
export const shownTranslations = ['all', ...translationStates] as const

export type ShownTranslation = (typeof shownTranslations)[number]

/** In at least one of the other languages. */
export const isTranslatedSo = (translation: Translation | undefined, shown: ShownTranslation): boolean =>
  shown === 'all' || otherLanguages.some((language) => translation?.[language].state === shown)
