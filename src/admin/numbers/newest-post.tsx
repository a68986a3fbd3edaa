import { useQueries, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { visitNumbersQuery } from '#features/numbers/queries'
import { postKind } from '#features/posts/contract'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { translated } from '#i18n/translated'
import { recordsPartQuery } from '#records/screen/load-record'
import { Link } from '#ui/link'
import { addressesOf } from './record-views'

/** How the newest post does, in all languages; nothing while there is none. */
export function NewestPost() {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const { data: posts } = useQuery(
    recordsPartQuery(postKind, { status: 'published', sort: '-publishedAt', limit: 1, offset: 0 }),
  )
  const post = posts?.rows[0]
  const addresses = post ? addressesOf(postKind, post) : []
  const found = useQueries({ queries: addresses.map((path) => visitNumbersQuery({ path })) })
  if (!post || found.some(({ data }) => data === undefined)) return null
  const number = new Intl.NumberFormat(language)
  const sum = (what: 'views' | 'visitors') =>
    number.format(found.reduce((all, { data }) => all + (data?.total[what] ?? 0), 0))
  return (
    <div className="numbers-newest">
      <h3>{t('numbers.newest')}</h3>
      <p>
        <Link href={`${href(adminPaths.numbers)}?${new URLSearchParams({ path: addresses[0] ?? '' })}`}>
          {translated(post, post.translations, language).title}
        </Link>
        <span className="kit-note">
          {t('numbers.newestText', {
            views: sum('views'),
            visitors: sum('visitors'),
            date: post.publishedAt === null ? '' : dateTime(post.publishedAt, language),
          })}
        </span>
      </p>
    </div>
  )
}
