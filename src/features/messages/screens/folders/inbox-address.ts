import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { type ShownFolder, shownFolders } from '../list/shown-messages'

type InboxQuery = { folder: ShownFolder; q: string; message: number | undefined }

/**
 * The folder, search words and open message in the URL. Opening a message pushes a history entry, and stepping to the next
 * one replaces it, so that Back returns to the list.
 */
export function useInboxAddress() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const asked = readSearch(search)
  const hrefOf = (change: Partial<InboxQuery>) => pathname + toSearch({ ...asked, ...change })
  const isStep = useRef(false)
  return {
    ...asked,
    hrefOf,
    openMessage: (message: number) => {
      isStep.current ||= asked.message === undefined
      navigate(hrefOf({ message }), { replace: asked.message !== undefined })
    },
    closeMessage: () => {
      if (isStep.current) navigate(-1)
      else if (asked.message !== undefined) navigate(hrefOf({ message: undefined }), { replace: true })
    },
    lookFor: (q: string) => navigate(hrefOf({ q }), { replace: true }),
  }
}

function readSearch(search: string): InboxQuery {
  const params = new URLSearchParams(search)
  const message = Number(params.get('message'))
  return {
    folder: shownFolders.find((folder) => folder === params.get('folder')) ?? 'inbox',
    q: params.get('q') ?? '',
    message: Number.isSafeInteger(message) && message > 0 ? message : undefined,
  }
}

/** Defaults are omitted. */
function toSearch({ folder, q, message }: InboxQuery): string {
  const params = new URLSearchParams()
  if (folder !== 'inbox') params.set('folder', folder)
  if (q !== '') params.set('q', q)
  if (message !== undefined) params.set('message', String(message))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
