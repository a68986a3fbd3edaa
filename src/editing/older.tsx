import { type FetchQueryOptions, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useSuspenseInfiniteQuery({
    queryKey: [...pageOf({}).queryKey, 'older'],
    queryFn: ({ client, pageParam }) => client.fetchQuery(pageOf(pageParam)),
    initialPageParam: {} as { before?: string },
    getNextPageParam: (page) => (page.length < atOnce ? undefined : { before: String(page.at(-1)?.id) }),
    staleTime: 0,
    // Each page is retried already.
    retry: false,
  })
  const loading = isFetchingNextPage ? 'running' : isFetchNextPageError ? 'failed' : undefined
  return { rows: data.pages.flat(), isWhole: !hasNextPage, loading, load: fetchNextPage }
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
