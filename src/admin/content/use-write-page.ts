import { useCallback, useRef, useState } from 'react'
import { send } from '#client/api-error'
import type { EditedPageContent, PageContent } from '#features/page-contents/contract'
import { emptyPage, type PageContentValues } from '#features/page-contents/editor/page-values'
import type { Versions, Way } from '#records/editor/saving/editor-state'
import { versionsTag } from '#records/screen/life/write-record'

/** Writes one page. `stored` is the page as last stored; `take` accepts a version stored by other means. */
export function useWritePageContent(opened: EditedPageContent) {
  const [stored, setStored] = useState(opened)
  const last = useRef(opened)
  const { page } = opened
  const write = useCallback(
    ({ text }: PageContentValues, on: Versions, idempotencyKey: string, way: Way): Promise<EditedPageContent> => {
      const nothing = on.version === 0 && (on.draft ?? 0) === 0
      const options = { version: nothing ? undefined : versionsTag(on), idempotencyKey }
      return way !== 'publish'
        ? send<EditedPageContent>(
            'PUT',
            `/api/page-contents/${page}/draft${way === 'autosave' ? '?autosave=true' : ''}`,
            {
              ...options,
              body: { content: text },
            },
          )
        : send<PageContent>('POST', '/api/page-contents', { ...options, body: { page, content: text } }).then(
            // Publishing deletes the draft.
            (answer) => ({ ...emptyPage(page), ...answer }),
          )
    },
    [page],
  )
  const remove = useCallback(
    (on: Versions) => send('DELETE', `/api/page-contents/${page}/draft`, { version: versionsTag(on) }),
    [page],
  )
  const take = useCallback((next: EditedPageContent) => {
    last.current = next
    setStored(next)
  }, [])
  return { write, remove, stored, take, newest: () => last.current }
}
