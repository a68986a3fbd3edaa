import { useQueries } from '@tanstack/react-query'
import { newsletterKind } from '#features/kinds'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { translated } from '#i18n/translated'
import { recordsPartQuery } from '#records/screen/load-record'

/** The titles of posts that may no longer be published; a post that is not found is named by its id. */
export function usePostTitles(posts: readonly number[]): (id: number) => string {
  const t = useText()
  const language = usePageLanguage()
  const ids = [...new Set(posts)].filter((id) => id > 0)
  const found = useQueries({
    queries: ids.map((id) => recordsPartQuery(newsletterKind, { status: 'all', id, limit: 1 })),
  })
  return (id) => {
    const row = found[ids.indexOf(id)]?.data?.rows[0]
    return row ? translated(row, row.translations, language).title : t('newsletters.otherPost', { id })
  }
}
