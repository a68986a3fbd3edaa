import { type FetchQueryOptions, type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFocusOnMount } from './focus'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { Button } from '#ui/controls/buttons/button'
import { Alert } from '#ui/controls/states/states'

/** The page size of such lists when the request names none. */
const atOnce = 50

type PageOf<Row> = (part: { before?: string }) => FetchQueryOptions<Row[]>

/**
 * A list with the newest rows first, whose older pages are loaded on request; `pageOf` requests those before a row. The
 * pages are read one after the other, so that none is missing between them when there are new rows.
 */
export function useOlder<Row extends { id: number }>(pageOf: PageOf<Row>) {
  /** Of each list, because another filter makes another one. */
  const pages = useRef(new Map<string, number>())
  const [state, setState] = useState<{ of: string; is: 'running' | 'failed' }>()
  const name = JSON.stringify(pageOf({}).queryKey)
  const setPages = (by: number) => pages.current.set(name, (pages.current.get(name) ?? 1) + by)
  const { data, refetch } = useSuspenseQuery({
    queryKey: [...pageOf({}).queryKey, 'older'],
    queryFn: ({ client }) => readPages(client, pageOf, pages.current.get(name) ?? 1),
    staleTime: 0,
    // Each page is retried already.
    retry: false,
  })
  const load = async () => {
    setPages(1)
    setState({ of: name, is: 'running' })
    const { isError } = await refetch()
    if (isError) setPages(-1)
    setState(isError ? { of: name, is: 'failed' } : undefined)
  }
  return { ...data, loading: state?.of === name ? state.is : undefined, load }
}

async function readPages<Row extends { id: number }>(client: QueryClient, pageOf: PageOf<Row>, pages: number) {
  const rows: Row[] = []
  let isWhole = false
  for (let count = 0; count < pages && !isWhole; count += 1) {
    const last = rows.at(-1)
    const page = await client.fetchQuery(pageOf(last ? { before: String(last.id) } : {}))
    rows.push(...page)
    isWhole = page.length < atOnce
  }
  return { rows, isWhole }
}

type OlderProps = { list: Omit<ReturnType<typeof useOlder>, 'rows'>; failed: MessageId }

/** The button that loads the next page of `useOlder`. It keeps the focus, and passes it to the end of the list. */
export function Older({ list: { isWhole, loading, load }, failed }: OlderProps) {
  const t = useText()
  const [isUsed, setIsUsed] = useState(false)
  if (isWhole) return isUsed ? <End /> : null
  return (
    <>
      {loading === 'failed' && <Alert variant="danger">{t(failed)}</Alert>}
      <div className="kit-actions">
        <Button
          isPending={loading === 'running'}
          onPress={() => {
            setIsUsed(true)
            void load()
          }}
        >
          {t('table.older')}
        </Button>
      </div>
    </>
  )
}

function End() {
  const t = useText()
  const end = useFocusOnMount<HTMLParagraphElement>()
  return (
    <p className="kit-note" tabIndex={-1} ref={end}>
      {t('table.end')}
    </p>
  )
}
