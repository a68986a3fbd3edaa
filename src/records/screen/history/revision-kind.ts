import type { Translate } from '#i18n/i18n'
import type { RevisionSummary } from '#records/history/history-contract'

/** The action of a version, as text. */
export const kindOf = ({ kind, restoredFrom }: Pick<RevisionSummary, 'kind' | 'restoredFrom'>, t: Translate): string =>
  restoredFrom === null ? t(`history.kind.${kind}`) : t('history.restoredFrom', { version: restoredFrom })
