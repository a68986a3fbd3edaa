import { useLocation } from 'react-router'
import { pageIn, pageSize } from '#contract/list-pages'
import { useText } from '#i18n/i18n'
import { Link } from '#ui/link'
import { useUrlQuery } from '#site/search/use-url-query'

/** The pages before and after this one of a long list. */
export function Pager({ total }: { total: number }) {
  const t = useText()
  const { pathname } = useLocation()
  const page = pageIn(useUrlQuery())
  const count = Math.ceil(total / pageSize)
  if (!(count > 1)) return null
  const addressOf = (other: number) => (other === 1 ? pathname : `${pathname}?page=${other}`)
  return (
    <nav className="pager" aria-label={t('list.pages')}>
      {page > 1 && (
        <>
          <link rel="prev" href={addressOf(page - 1)} />
          <Link rel="prev" href={addressOf(page - 1)} aria-current={undefined}>
            {t('list.previous')}
          </Link>
        </>
      )}
      <span>{t('list.page', { page, count })}</span>
      {page < count && (
        <>
          <link rel="next" href={addressOf(page + 1)} />
          <Link rel="next" href={addressOf(page + 1)} aria-current={undefined}>
            {t('list.next')}
          </Link>
        </>
      )}
    </nav>
  )
}
