import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { RecordKind } from '#records/kind/record'
import { recordsPartQuery } from '#records/screen/load-record'
import { recordKinds } from '#features/kinds'
import { href } from '#i18n/addresses/href'
import { searchPath, sitePaths } from '#i18n/addresses/paths'
import { useText } from '#i18n/i18n'
import type { ComboOption } from '#ui/controls/fields/combo-field'

/** Suggestions per kind: the newest records, and those that match the typed words. */
const most = 50
const kinds: readonly RecordKind[] = recordKinds

/**
 * What is offered where a page is asked for: those that are always there, and the published records with the words that
 * are typed. Anything else can be typed. Records are read and offered while `isWanted`: a screen may hold many such fields.
 */
export function usePageOptions(typed: string, isWanted: boolean): { options: ComboOption[]; isSearching: boolean } {
  const t = useText()
  const words = useDeferredValue(/^(?:\/|https?:)/i.test(typed) ? '' : typed.trim())
  const asked = ['', ...(words === '' ? [] : [words])].flatMap((q) =>
    kinds.map((kind) => ({
      kind,
      query: {
        ...recordsPartQuery(kind, { status: 'published', limit: most, ...(q === '' ? {} : { q }) }),
        enabled: isWanted,
        placeholderData: keepPreviousData,
      },
    })),
  )
  const answers = useQueries({ queries: asked.map(({ query }) => query) })
  const ofRecords = answers.flatMap(({ data }, index) =>
    ((isWanted && data?.rows) || []).map(({ title, slug }) => {
      const { name, page } = asked[index]!.kind
      return { value: href(page, { slug }), title, note: t(`media.kind.${name as 'post'}`) }
    }),
  )
  const ofSite = Object.entries(sitePaths).map(([name, value]) => ({
    value,
    title: t(`page.${name as 'home'}`),
    note: t('media.kind.page'),
  }))
  const all = [
    ...ofSite,
    { value: searchPath, title: t('search.title'), note: t('media.kind.page') },
    // Pages of one's own stand in menus most of all.
    ...ofRecords.toReversed().toSorted((one, other) => depth(one.value) - depth(other.value)),
  ]
  return {
    options: [...new Map(all.map((option) => [option.value, option])).values()],
    isSearching: isWanted && answers.some(({ isFetching }) => isFetching),
  }
}

const depth = (path: string) => path.split('/').length
