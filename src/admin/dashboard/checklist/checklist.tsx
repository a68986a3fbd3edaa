import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useWrite } from '#auth/forms/use-write'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { Button } from '#ui/controls/buttons/button'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { ChevronRightIcon, CloseIcon, CheckCircleIcon, MinusIcon } from '#ui/controls/buttons/icons'
import { Progress } from '#ui/controls/states/progress'
import { Link } from '#ui/link'
import { useToast } from '#ui/toasts/toast'
import type { ChecklistEntry } from '#features/checklist/contract'
import { checklistQuery } from '#features/checklist/queries'
import { checklistIcons } from './checklist-icons'

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

/** Dismisses an entry, with an undo. */
function useDismiss(): Dismiss {
  const t = useText()
  const toast = useToast()
  const { mutate } = useWrite<ChecklistEntry>({
    failed: t('checklist.dismissFailed'),
    stale: [checklistQuery().queryKey],
    onDone: ({ key, state }) => {
      rescueFocus()
      const undo = <Button onPress={() => change(key, false)}>{t('life.undo')}</Button>
      if (state === 'dismissed') toast({ title: t('checklist.dismissed'), action: undo })
      else toast({ title: t('checklist.back') })
    },
  })
  const change = useCallback<Dismiss>(
    (key, dismissed) => mutate({ method: 'PUT', path: `/api/checklist/${key}`, body: { dismissed } }),
    [mutate],
  )
  return change
}

type OpenEntryProps = { entry: ChecklistEntry; onDismiss: () => void }

/** One task: what to do, why, and a link. Tasks outside the admin have instructions instead. */
function OpenEntry({ entry, onDismiss }: OpenEntryProps) {
  const t = useText()
  const { anyOther } = useLanguageNames()
  const { key, href: to } = entry
  const title = useEntryTitle(entry)
  const Icon = checklistIcons[key]
  const content = (
    <>
      <Icon />
      <span>
        <strong>{title}</strong>
        <span className="kit-note">{t(`checklist.why.${key}`, { languages: anyOther })}</span>
      </span>
    </>
  )
  const isHere = to.startsWith(`${href(adminPaths.dashboard)}#`)
  return (
    <li id={isHere ? key : undefined}>
      {isHere ? (
        <div className="checklist-how">{content}</div>
      ) : (
        <Link href={to}>
          {content}
          <ChevronRightIcon />
        </Link>
      )}
      <IconButton label={t('checklist.dismiss', { entry: title })} icon={<CloseIcon />} onPress={onDismiss} />
    </li>
  )
}

/** The task as text, with its count. */
function useEntryTitle({ key, count }: Pick<ChecklistEntry, 'key' | 'count'>): string {
  const t = useText()
  return t(`checklist.do.${key}`, { count: count ?? 0 })
}

type Key = ChecklistEntry['key']

type EntriesSettledProps = { entries: readonly ChecklistEntry[]; onTakeBack: (key: Key) => void }

/** Done and dismissed entries, collapsed; dismissed ones can be restored. */
function EntriesSettled({ entries, onTakeBack }: EntriesSettledProps) {
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
