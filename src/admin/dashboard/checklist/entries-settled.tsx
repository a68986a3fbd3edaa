import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { CheckCircleIcon, MinusIcon } from '#ui/controls/buttons/icons'
import type { ChecklistEntry } from '#features/checklist/contract'

type Key = ChecklistEntry['key']
type EntriesSettledProps = { entries: readonly ChecklistEntry[]; onTakeBack: (key: Key) => void }

/** What is done, and what somebody has dismissed: folded away, and taken back from there. */
export function EntriesSettled({ entries, onTakeBack }: EntriesSettledProps) {
  const t = useText()
  const settled = entries.filter(({ state }) => state !== 'open')
  const dismissed = settled.filter(({ state }) => state === 'dismissed').length
  if (settled.length === 0) return null
  return (
    <details className="checklist-settled">
      <summary>{t('checklist.settled', { done: settled.length - dismissed, dismissed })}</summary>
      <ul>
        {settled.map(({ key, state }) => (
          <li key={key} data-state={state}>
            {state === 'done' ? <CheckCircleIcon /> : <MinusIcon />}
            <span>{t(`checklist.done.${key}`)}</span>
            {state === 'dismissed' && (
              <Button
                variant="quiet"
                aria-label={t('checklist.takeBackOf', { entry: t(`checklist.done.${key}`) })}
                onPress={() => onTakeBack(key)}
              >
                {t('checklist.takeBack')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
