import { dateTime } from '#i18n/dates'
import { type Translate, useText } from '#i18n/i18n'
import { type Language, otherLanguages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import type { EditedSummary } from '#records/kind/record'
import { type Translation, type TranslationState, translationStates } from '#records/translation/translation-contract'

type StatusBadgesProps = {
  /** A published record has a badge too. */
  isWhole?: boolean
  record: Pick<EditedSummary, 'status' | 'publishedAt'> &
    Partial<Pick<EditedSummary, 'trashedFrom' | 'noindex'>> & { draft: unknown }
}

/** A record's status, unless it is simply published, and whether search engines are asked not to list it. */
export function StatusBadges({ record, isWhole = false }: StatusBadgesProps) {
  const t = useText()
  const language = usePageLanguage()
  const live = isWhole && record.status === 'published' ? [{ tone: 'live', text: t('life.live') }] : []
  const unlisted = record.noindex === true ? [{ tone: 'unlisted', text: t('life.noindex') }] : []
  return [...live, ...badgesOf(record, t, language), ...unlisted].map(({ tone, text }) => (
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

type TranslationBadgeProps = { state: TranslationState | undefined; language?: Language }

/** The translation state of a record, unless it is complete; labelled with the language if that is given. */
export function TranslationBadge({ state, language }: TranslationBadgeProps) {
  const t = useText()
  if (state === undefined || state === 'complete') return null
  return (
    <span className="edit-badge" data-tone={`translation-${state}`}>
      {language && `${language.toUpperCase()}: `}
      {t(`translation.state.${state}`)}
    </span>
  )
}

/** The same for each language. */
export const TranslationBadges = ({ translation }: { translation: Translation | undefined }) =>
  otherLanguages.map((language) => (
    <TranslationBadge
      key={language}
      state={translation?.[language].state}
      language={otherLanguages.length > 1 ? language : undefined}
    />
  ))

/** Filter by translation state. */
export const shownTranslations = ['all', ...translationStates] as const

export type ShownTranslation = (typeof shownTranslations)[number]

/** In at least one of the other languages. */
export const isTranslatedSo = (translation: Translation | undefined, shown: ShownTranslation): boolean =>
  shown === 'all' || otherLanguages.some((language) => translation?.[language].state === shown)
