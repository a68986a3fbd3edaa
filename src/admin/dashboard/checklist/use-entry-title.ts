import { useText } from '#i18n/i18n'
import type { ChecklistEntry } from '#features/checklist/contract'

/** What is to be done, and how much of it. */
export function useEntryTitle({ key, count }: Pick<ChecklistEntry, 'key' | 'count'>): string {
  const t = useText()
  return t(`checklist.do.${key}`, { count: count ?? 0 })
}
