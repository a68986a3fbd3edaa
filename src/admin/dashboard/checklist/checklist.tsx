import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { rescueFocus } from '#editing/focus'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'
import { Progress } from '#ui/controls/states/progress'
import { useToast } from '#ui/toasts/toast'
import type { ChecklistEntry } from '#features/checklist/contract'
import { checklistQuery } from '#features/checklist/queries'
import { EntriesSettled } from './entries-settled'
import { OpenEntry } from './open-entry'

/** The open entries of the setup checklist; hidden when there are none. */
export function Checklist() {
  const t = useText()
  const { data: entries = [] } = useQuery(checklistQuery())
  const dismiss = useDismiss()
  const open = entries.filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  const done = entries.filter(({ state }) => state === 'done').length
  return (
    <section className="admin-panel" aria-labelledby="checklist">
      <header className="checklist-head">
        <h2 id="checklist">{t('checklist.title')}</h2>
        <Progress
          label={t('checklist.progress', { done, count: done + open.length })}
          value={done}
          max={done + open.length}
        />
      </header>
      <ul className="admin-steps checklist">
        {open.map((entry) => (
          <OpenEntry key={entry.key} entry={entry} onDismiss={() => dismiss(entry.key, true)} />
        ))}
      </ul>
      <EntriesSettled entries={entries} onTakeBack={(key) => dismiss(key, false)} />
    </section>
  )
}

type Dismiss = (key: ChecklistEntry['key'], dismissed: boolean) => void

/** Dismisses an entry, and offers to take that back. */
function useDismiss(): Dismiss {
  const t = useText()
  const toast = useToast()
  const { mutate } = useWrite<ChecklistEntry>({
    failed: t('checklist.dismissFailed'),
    stale: [checklistQuery().queryKey],
    onDone: ({ key, state }) => {
      rescueFocus()
      if (state === 'dismissed')
        toast({
          title: t('checklist.dismissed'),
          action: <Button onPress={() => change(key, false)}>{t('life.undo')}</Button>,
        })
    },
  })
  const change = useCallback<Dismiss>(
    (key, dismissed) => mutate({ method: 'PUT', path: `/api/checklist/${key}`, body: { dismissed } }),
    [mutate],
  )
  return change
}
