import { useEffect } from 'react'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { isRecord, parseJson } from '#text/parse-json'
import { readFromDevice, storeOnDevice } from './use-remembered'

/** `title` is stored for records; a screen has the name of its entry. */
export type Opened = { href: string; title?: string }

const key = 'industria-last-opened'
const most = 5

/** What was opened last on this device, newest first; nothing without a storage. */
function lastOpened(): Opened[] {
  const kept = parseJson(readFromDevice(key) ?? '')
  return Array.isArray(kept) ? kept.flatMap(readOpened) : []
}

export function rememberOpened(opened: Opened): void {
  // One more than is shown, because the current screen is left out.
  const others = lastOpened().filter(({ href }) => href !== opened.href)
  storeOnDevice(key, JSON.stringify([opened, ...others].slice(0, most + 1)))
}

/** Remembers a record, wherever it was opened from, once its title is known. */
export function useRememberOpened(href: string, title: string | undefined): void {
  useEffect(() => {
    if (title) rememberOpened({ href, title })
  }, [href, title])
}

/** The last five without the current one. */
export const openedBefore = (current: string): Opened[] =>
  lastOpened()
    .filter(({ href }) => href !== current && href !== withoutField(current))
    .slice(0, most)

/** The address of an editor that was opened at one of its fields. */
export function withoutField(address: string): string {
  const [path = '', search = ''] = address.split('?')
  const query = search.split('&').filter((part) => !part.startsWith('field='))
  return query.join('') === '' ? path : `${path}?${query.join('&')}`
}

function readOpened(one: unknown): Opened[] {
  if (!isRecord(one) || typeof one.href !== 'string' || !one.href.startsWith(adminPaths.login)) return []
  return [{ href: one.href, title: typeof one.title === 'string' ? one.title : undefined }]
}
