import type { Translate } from '#i18n/i18n'
import type { RevisionSummary } from '#records/history/history-contract'

/** What made a version, in words. */
export const kindOf = ({ kind, restoredFrom }: Pick<RevisionSummary, 'kind' | 'restoredFrom'>, t: Translate): string =>
  restoredFrom === null ? t(`history.kind.${kind}`) : t('history.restoredFrom', { version: restoredFrom })
