import { useAtomValue } from 'jotai'
import { useLocation } from 'react-router'
import { useWaitingRows } from '#admin/dashboard/waiting'
import { figuresAtom } from '#admin/live/use-live'
import { useWrite } from '#auth/forms/use-write'
import { openedBefore } from '#editing/last-opened'
import type { FoundEntry, FoundKind } from '#features/find/contract'
import { contentKindNames, recordKindOf, recordKinds } from '#features/kinds'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import type { MessageId } from '#i18n/messages'
import { useLanguage } from '#i18n/use-language'
import { useLanguageNames } from '#i18n/use-language-names'
import { kindText } from '#records/editor/fields/kind-text'
import { openEditorAtom } from '#records/editor/open-editor'
import { folded, wordsOf } from '#text/fold'
import { piecesOf } from '#text/matches'
import {
  CheckCircleIcon,
  ClockIcon,
  DesktopIcon,
  type IconComponent,
  LogoutIcon,
  OutIcon,
  PencilIcon,
  PlusIcon,
  RefreshIcon,
  SearchIcon,
  SendIcon,
  SettingsIcon,
  TranslationIcon,
  UsersIcon,
} from '#ui/controls/buttons/icons'
import { allEntries } from '../entries'
import { useLogout } from '../person'

/** A line of the dialog: it leads somewhere, or does something. */
export type CommandRow = {
  id: string
  title: string
  note?: string
  Icon: IconComponent
  /** Remembered as opened, because its screen does not do that. */
  isRemembered?: boolean
} & ({ href: string; isOutside?: true; run?: never } | { href?: never; run: () => void })

export type CommandGroup = { name: string; rows: CommandRow[] }

const entryOf = (address: string) => allEntries.find(({ path }) => href(path) === address.split('?')[0])

const isFor = (typed: string) => {
  const words = wordsOf(folded(typed))
  return ({ title }: CommandRow) => words.every((word) => folded(title).includes(word))
}

/** All screens, by their names. */
function useScreenRows(): CommandRow[] {
  const t = useText()
  return allEntries.map(({ path, label, Icon }) => ({ id: path, title: t(label), Icon, href: href(path) }))
}

function useActionRows(): CommandRow[] {
  const t = useText()
  const siteHref = useHref()
  const [current, setLanguage] = useLanguage()
  const { logOut } = useLogout()
  const { mutate } = useWrite({
    failed: t('backups.notBegun'),
    done: t('backups.begun'),
    stale: [['/api/backups']],
  })
  return [
    ...recordKinds.map((kind) => ({
      id: `new-${kind.name}`,
      title: kindText(t, kind, 'add'),
      Icon: PlusIcon,
      href: `${href(kind.screen)}?new`,
    })),
    { id: 'letter', title: t('newsletters.new'), Icon: SendIcon, href: `${href(adminPaths.newsletters)}?new=1` },
    {
      id: 'backup',
      title: t('backups.now'),
      Icon: RefreshIcon,
      run: () => mutate({ method: 'POST', path: '/api/backups' }),
    },
    { id: 'invite', title: t('command.invite'), Icon: UsersIcon, href: `${href(adminPaths.people)}?invite` },
    ...languages
      .filter((one) => one !== current)
      .map((one) => ({
        id: `language-${one}`,
        title: t('command.language', { language: locales[one] }),
        Icon: TranslationIcon,
        run: () => setLanguage(one),
      })),
    { id: 'site', title: t('adminNav.viewSite'), Icon: OutIcon, href: siteHref(sitePaths.home), isOutside: true },
    { id: 'logout', title: t('adminNav.logout'), Icon: LogoutIcon, run: logOut },
  ]
}

/** What the open editor can do. */
function useEditorRows(): { actions: CommandRow[]; fields: CommandRow[] } {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const editor = useAtomValue(openEditorAtom)
  if (!editor) return { actions: [], fields: [] }
  return {
    actions: [
      ...languages.map((language) => ({
        id: `preview-${language}`,
        title: t('command.preview', { language: nameOf(language) }),
        Icon: DesktopIcon,
        run: () => editor.preview(language),
      })),
      // Not the first one, which Enter takes.
      { id: 'publish', title: editor.publishLabel, Icon: CheckCircleIcon, run: editor.publish },
    ],
    fields: editor.fields.map(({ path, label }) => ({
      id: `field-${path}`,
      title: label,
      Icon: PencilIcon,
      run: () => editor.goTo(path),
    })),
  }
}

/** What was opened last on this device. */
function useOpenedRows(): CommandRow[] {
  const t = useText()
  const { pathname, search } = useLocation()
  return openedBefore(pathname + search).flatMap(({ href: to, title }) => {
    const entry = entryOf(to)
    if (!entry) return []
    const name = title ?? t(entry.label)
    return [{ id: `opened-${to}`, title: name, Icon: title === undefined ? entry.Icon : ClockIcon, href: to }]
  })
}

/** What waits on the dashboard. */
function useWaiting(): CommandRow[] {
  const { rows } = useWaitingRows({ unread: useAtomValue(figuresAtom)?.unread })
  return rows.map(({ to, title, text, Icon }) => ({ id: to, title, note: text, Icon, href: to }))
}

/** Before anything is typed: what the open editor can do, what was opened last, what waits, and what can be done. */
export function useEmptyGroups(): CommandGroup[] {
  const t = useText()
  return [
    { name: t('command.editor'), rows: useEditorRows().actions },
    { name: t('command.lastOpened'), rows: useOpenedRows() },
    { name: t('dashboard.waiting'), rows: useWaiting() },
    { name: t('command.actions'), rows: useActionRows() },
  ].filter(({ rows }) => rows.length > 0)
}

/** Screens and actions at once, and what the server has found. */
export function useFoundGroups(typed: string, found: readonly FoundEntry[]): CommandGroup[] {
  const t = useText()
  const screens = useScreenRows().filter(isFor(typed))
  const editor = useEditorRows()
  const actions = useActionRows().filter(isFor(typed))
  const at = new Set(screens.flatMap((row) => row.href ?? []))
  const byGroup = Map.groupBy(
    found.filter((one) => !at.has(one.href)),
    ({ kind, href: to }) => t(groupOf(kind, to)),
  )
  const goTo = t('command.goTo')
  const words = typed.split(/\s+/)
  const toRow = (entry: FoundEntry) => rowOf(entry, words)
  const first = [...screens, ...(byGroup.get(goTo) ?? []).map(toRow)]
  byGroup.delete(goTo)
  return [
    { name: t('command.editor'), rows: [...editor.actions, ...editor.fields].filter(isFor(typed)) },
    { name: goTo, rows: first },
    ...[...byGroup].map(([name, entries]) => ({ name, rows: entries.map(toRow) })),
    { name: t('command.actions'), rows: actions },
  ].filter(({ rows }) => rows.length > 0)
}

/** Records are listed under the name of their screen. */
function groupOf(kind: FoundEntry['kind'], to: string): MessageId {
  if (kind === 'screen' || kind === 'setting' || kind === 'text') return 'command.goTo'
  const record = recordKindOf(kind)
  return entryOf(record ? href(record.screen) : to)?.label ?? 'command.goTo'
}

/** The kinds whose editors remember what was opened, and screens. */
const remembering = new Set<FoundKind>([...contentKindNames, 'newsletter', 'message', 'media', 'screen'])

function rowOf(
  { kind, id, title, match, href: to, status, language }: FoundEntry,
  words: readonly string[],
): CommandRow {
  const isTitle = match === title || match === ''
  return {
    id: `${kind}-${id}-${language ?? ''}-${to}`,
    title,
    note: isTitle ? undefined : beginningAtMatch(match, words),
    Icon: status === 'draft' ? PencilIcon : (entryOf(to)?.Icon ?? (kind === 'setting' ? SettingsIcon : SearchIcon)),
    isRemembered: !remembering.has(kind),
    href: to,
  }
}

/** A row shows about forty characters, so the excerpt begins at the word before the first one that matches. */
function beginningAtMatch(excerpt: string, words: readonly string[]): string {
  const pieces = piecesOf(excerpt, words)
  const first = pieces.findIndex(({ isMatch }) => isMatch)
  const textOf = (from: number, to?: number) =>
    pieces
      .slice(from, to)
      .map(({ text }) => text)
      .join('')
  const before = first === -1 ? '' : textOf(0, first)
  const near = /\S*\s*$/.exec(before)?.[0] ?? ''
  return near === before ? excerpt : `… ${near}${textOf(first)}`
}
