import { type ReactNode, useContext, useState } from 'react'
import { pageIn } from '#base/list-pages'
import { MissingContext, Region } from '#base/ui/region'
import { NotFound } from './not-found'
import { useAsked } from './use-asked'

type ListPagesProps = { useRows: (page: number) => readonly unknown[]; children: ReactNode }
type FurtherPageProps = ListPagesProps & { page: number }

/** A list on its page, whichever is asked for; one that the list has not is not found, as the server says. */
export function ListPages({ useRows, children }: ListPagesProps) {
  const page = pageIn(useAsked())
  if (Number.isNaN(page)) return <NotFound />
  if (page === 1) return children
  return (
    <FurtherPage key={page} page={page} useRows={useRows}>
      {children}
    </FurtherPage>
  )
}

/** Shown as the server found it; what cannot be had says so itself. */
function FurtherPage(props: FurtherPageProps) {
  const [isLost] = useState(useContext(MissingContext))
  return (
    <Region loading={props.children} failed={isLost ? <NotFound /> : props.children}>
      <FoundPage {...props} />
    </Region>
  )
}

function FoundPage({ page, useRows, children }: FurtherPageProps) {
  return useRows(page).length === 0 ? <NotFound /> : children
}
