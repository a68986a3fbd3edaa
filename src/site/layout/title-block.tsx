import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Fragment } from 'react'
import { siteAtom } from '#contract/site'
import type { RouteQuery } from '#i18n/addresses/routing'
import { useText } from '#i18n/i18n'
import { LongDate } from '#i18n/long-date'
import { Region } from '#ui/region'

export type TitleBlockProps = {
  /** The path of the page. */
  sheet: string
  /** Of what it shows. */
  query?: RouteQuery
}

/** The title block of a page: who made it, which one it is, and its date. */
export function TitleBlock({ sheet, query }: TitleBlockProps) {
  const undated = <Cells sheet={sheet} />
  return query ? (
    <Region loading={undated} failed={undated}>
      <Dated sheet={sheet} query={query} />
    </Region>
  ) : (
    undated
  )
}

/** What a record says about itself. Lists say nothing, and nothing is stored for a page with the built-in texts. */
type Signed = { author?: string; updatedAt?: string; publishedAt?: string }

function Dated({ sheet, query }: Required<TitleBlockProps>) {
  const { author, updatedAt, publishedAt } = useSuspenseQuery<Signed | null>(query).data ?? {}
  return <Cells sheet={sheet} author={author} date={updatedAt ?? publishedAt} />
}

type CellsProps = { sheet: string; author?: string; date?: string }

function Cells({ sheet, author, date }: CellsProps) {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  return (
    <>
      <p>
        {t('footer.drawnBy')} <b>{author || name}</b>
      </p>
      <p>
        {t('footer.sheet')}{' '}
        <b>
          {sheet.split(/(?<=\/)/).map((part, index) => (
            // A long address breaks between its parts.
            <Fragment key={index}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </b>
      </p>
      {date && (
        <p>
          {t('footer.date')}{' '}
          <b>
            <LongDate iso={date} />
          </b>
        </p>
      )}
      <p>
        {t('footer.scale')} <b>1:1</b>
      </p>
    </>
  )
}
