import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLeave } from '#editing/leave-guard'
import { rememberOpened } from '#editing/last-opened'
import { useDebounced } from '#editing/use-debounced'
import { findQuery } from '#features/find/queries'
import { postKind } from '#features/posts/contract'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { Button, IconButton } from '#ui/controls/buttons/button'
import { CloseIcon, PlusIcon, SearchIcon } from '#ui/controls/buttons/icons'
import { Overlay } from '#ui/controls/dialogs/dialogs'
import { Spinner } from '#ui/controls/states/spinner'
import { type CommandGroup, type CommandRow, useEmptyGroups, useFoundGroups } from './command-rows'

/** Milliseconds after the last keystroke before the server searches. */
const pause = 120

/** Finds and opens anything in the admin: a combobox over groups of results, full-screen on phones. */
export function CommandDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Overlay label={t('command.label')} className="command-overlay" isDismissable onClose={onClose}>
      <Command onClose={onClose} />
    </Overlay>
  )
}

function Command({ onClose }: { onClose: () => void }) {
  const t = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const { found, isError, isSearching, retry } = useFound(q)
  const empty = useEmptyGroups()
  const matching = useFoundGroups(q, found)
  const isSettled = !isSearching && !isError
  const isNone = q !== '' && matching.length === 0 && isSettled
  const creating = useCreating(q)
  const groups = q === '' ? empty : isNone ? [creating] : matching
  const rows = groups.flatMap((group) => group.rows)
  const [wanted, setWanted] = useState<string>()
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === wanted),
  )
  const chosen = rows[at]
  const optionId = (row: CommandRow) => `${id}-${row.id}`
  const open = useOpen(onClose)

  // The dialog was opened to type into it; React Aria focuses the dialog itself when it appears.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const last = rows.length - 1
    const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at === 0 ? last : at - 1, Home: 0, End: last }[event.key]
    const next = to === undefined ? undefined : rows[to]
    if (next) {
      setWanted(next.id)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && chosen) open(chosen, event)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="command-head">
        <SearchIcon />
        <input
          className="command-input"
          type="text"
          role="combobox"
          data-own-keys=""
          ref={input}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-label={t('command.label')}
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          placeholder={t('command.placeholder')}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setWanted(undefined)
          }}
          onKeyDown={onKeyDown}
        />
        {isSearching && <Spinner label={t('command.searching')} />}
        <IconButton label={t('editing.cancel')} icon={<CloseIcon />} onPress={onClose} />
      </div>
      {isError && (
        <div className="command-note" role="alert">
          <p>{t('command.failed')}</p>
          <Button onPress={retry}>{t('command.retry')}</Button>
        </div>
      )}
      {isNone && <p className="command-note">{t('command.none', { q })}</p>}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no `select` has icons and groups of links */}
      <div className="command-list" id={`${id}-list`} role="listbox" aria-label={t('command.label')}>
        {groups.map((group) => (
          <Group key={group.name} {...{ group, chosen, optionId }} onOpen={open} onPoint={setWanted} />
        ))}
      </div>
      <output className="kit-hidden">
        {q !== '' && isSettled && (isNone ? t('command.none', { q }) : t('command.count', { count: rows.length }))}
      </output>
      <footer className="command-foot" aria-hidden="true">
        <span>
          <kbd className="kit-key">↑</kbd> <kbd className="kit-key">↓</kbd> {t('command.keys.move')}
        </span>
        <span>
          <kbd className="kit-key">Enter</kbd> {t('command.keys.open')}
        </span>
        <span>
          <kbd className="kit-key">Esc</kbd> {t('command.keys.close')}
        </span>
      </footer>
    </>
  )
}

type Modified = Pick<MouseEvent | KeyboardEvent, 'ctrlKey' | 'metaKey'>

type GroupProps = {
  group: CommandGroup
  chosen: CommandRow | undefined
  optionId: (row: CommandRow) => string
  onOpen: (row: CommandRow, event: Modified) => void
  onPoint: (id: string) => void
}

function Group({ group, chosen, optionId, onOpen, onPoint }: GroupProps) {
  const name = useId()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a part of the list
    <div role="group" aria-labelledby={name}>
      <div className="command-group-name" id={name} role="presentation">
        {group.name}
      </div>
      {group.rows.map((row) => (
        // The keyboard is handled by the field, which keeps the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={row.id}
          id={optionId(row)}
          className="command-row"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- with an icon
          role="option"
          tabIndex={-1}
          aria-selected={row === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => onPoint(row.id)}
          onClick={(event) => onOpen(row, event)}
        >
          <row.Icon />
          <span className="command-title">{row.title}</span>
          {row.note !== undefined && <span className="command-match">{row.note}</span>}
        </div>
      ))}
    </div>
  )
}

/** The results of the server; the previous ones until those of the words are there. */
function useFound(q: string) {
  const settled = useDebounced(q, pause)
  const { data, isError, isFetching, refetch } = useQuery({
    ...findQuery(settled),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    retry: 1,
  })
  return {
    found: q === '' || settled === '' ? [] : (data ?? []),
    isError: isError && q !== '' && !isFetching,
    isSearching: q !== '' && (q !== settled || isFetching),
    retry: () => void refetch(),
  }
}

/** Where nothing is found: a new post with the typed words as its title. */
function useCreating(title: string): CommandGroup {
  const t = useText()
  const to = `${href(postKind.screen)}?new&title=${encodeURIComponent(title)}`
  return { name: t('command.actions'), rows: [{ id: 'create', title: t('command.create'), Icon: PlusIcon, href: to }] }
}

/** Closes the dialog first, so that a question about unsaved changes is not below it. */
function useOpen(onClose: () => void) {
  const navigate = useNavigate()
  const leave = useLeave()
  return (row: CommandRow, { ctrlKey, metaKey }: Modified) => {
    onClose()
    const to = row.href
    if (to === undefined) return row.run()
    if (row.isRemembered) rememberOpened({ href: to, title: row.title })
    if (row.isOutside || ctrlKey || metaKey) window.open(to, '_blank', 'noopener')
    else leave(() => navigate(to))
  }
}
