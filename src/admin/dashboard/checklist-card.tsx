import { useQuery } from '@tanstack/react-query'
import { useCallback, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { useWrite } from '#auth/forms/use-write'
import type { ChecklistEntry } from '#features/checklist/contract'
import { checklistQuery } from '#features/checklist/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { Button, IconButton } from '#ui/controls/buttons/button'
import { CheckCircleIcon, CloseIcon, MinusIcon } from '#ui/controls/buttons/icons'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { Link } from '#ui/link'
import { useToast } from '#ui/toasts/toast'
import { checklistIcons, Step } from './step'

/** The tasks that show at once. */
const mostNext = 3

/** The setup checklist: its progress and the next tasks, or all of it; hidden when nothing is open. */
export function ChecklistCard() {
  const t = useText()
  const id = useId()
  const { data: entries = [] } = useQuery(checklistQuery())
  const { hash } = useLocation()
  const [chosen, setChosen] = useState<boolean>()
  const dismiss = useDismiss()
  const open = entries.filter(({ state }) => state === 'open')
  if (open.length === 0) return null
  const done = entries.filter(({ state }) => state === 'done').length
  // A link from elsewhere leads to one of the tasks.
  const isWhole = chosen ?? open.some(({ key }) => hash === `#${key}`)
  return (
    <section className="admin-panel checklist-card" aria-labelledby="checklist">
      <header className="checklist-head">
        <Ring done={done} count={done + open.length} />
        <div>
          <h2 id="checklist">{t('checklist.title')}</h2>
          <p className="kit-note">{t('checklist.progress', { done, count: done + open.length })}</p>
        </div>
        {!isWhole && (
          <ul className="checklist-next" aria-label={t('checklist.next')}>
            {open.slice(0, mostNext).map((entry) => (
              <li key={entry.key}>
                <NextEntry entry={entry} onOpen={() => setChosen(true)} />
              </li>
            ))}
          </ul>
        )}
        <Button variant="quiet" aria-expanded={isWhole} aria-controls={id} onPress={() => setChosen(!isWhole)}>
          {isWhole ? t('checklist.less') : t('checklist.all')}
        </Button>
      </header>
      <div id={id} className="checklist-whole" hidden={!isWhole}>
        <ul className="admin-steps checklist">
          {open.map((entry) => (
            <OpenEntry key={entry.key} entry={entry} onDismiss={() => dismiss(entry.key, true)} />
          ))}
        </ul>
        <EntriesSettled entries={entries} onTakeBack={(key) => dismiss(key, false)} />
      </div>
    </section>
  )
}

/** The progress as a ring. */
function Ring({ done, count }: { done: number; count: number }) {
  const t = useText()
  return (
    <span className="checklist-ring">
      <progress className="kit-hidden" aria-label={t('checklist.progress', { done, count })} value={done} max={count} />
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <circle cx="16" cy="16" r="14" pathLength={count} />
        {done > 0 && <circle cx="16" cy="16" r="14" pathLength={count} strokeDasharray={`${done} ${count}`} />}
      </svg>
    </span>
  )
}

/** A task by its title. One outside the admin opens the list, which has its instructions. */
function NextEntry({ entry, onOpen }: { entry: ChecklistEntry; onOpen: () => void }) {
  const title = useEntryTitle(entry)
  const Icon = checklistIcons[entry.key]
  if (isHere(entry))
    return (
      <Button variant="link" onPress={onOpen}>
        <Icon />
        {title}
      </Button>
    )
  return (
    <Link href={entry.href}>
      <Icon />
      {title}
    </Link>
  )
}

/** Whether the task is described on this screen, because it is done outside of the admin. */
const isHere = ({ href: to }: ChecklistEntry) => to.startsWith(`${href(adminPaths.dashboard)}#`)

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
  const isInstruction = isHere(entry)
  return (
    <li id={isInstruction ? key : undefined}>
      <Step
        Icon={checklistIcons[key]}
        title={title}
        text={t(`checklist.why.${key}`, { languages: anyOther })}
        to={isInstruction ? undefined : to}
      />
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
    <details className="checklist-settled edit-fold">
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
