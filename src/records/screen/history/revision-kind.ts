import type { Translate } from '#i18n/i18n'
import type { RevisionSummary } from '#records/history/history-contract'

/** The action of a version, as text. */
export function kindOf(
  { kind, restoredFrom, scheduledFor }: Pick<RevisionSummary, 'kind' | 'restoredFrom' | 'scheduledFor'>,
  t: Translate,
): string {
  if (restoredFrom !== null) return t('history.restoredFrom', { version: restoredFrom })
  return t(scheduledFor === null ? `history.kind.${kind}` : 'history.kind.scheduled')
}
