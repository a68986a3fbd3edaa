import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useState, useDeferredValue } from 'react'
import { recordKinds } from '#features/kinds'
import { href } from '#i18n/addresses/href'
import { searchPath, sitePaths } from '#i18n/addresses/paths'
import { FieldAnchor } from '#records/editor/fields/field-location'
import { useText } from '#i18n/i18n'
import { ownListPath, type RecordKind } from '#records/kind/record'
import { recordsPartQuery } from '#records/screen/load-record'
import { ComboField, type ComboOption } from '#ui/controls/fields/combo-field'

/** Suggestions per kind: the newest records, and those that match the typed words. */
const most = 50
const kinds: readonly RecordKind[] = recordKinds

type AddressFieldProps = {
  label: string
  description?: string
  /** The path of the field in the form values. */
  path: string
  value: string
  error?: string
  onChange: (value: string) => void
}

/** A link target: a page, found by its title or path, or any other URL. */
export function AddressField({ path, value, ...field }: AddressFieldProps) {
  const t = useText()
  const [isWanted, setIsWanted] = useState(false)
  const { options, isSearching } = usePageOptions(value, isWanted)
  return (
    <FieldAnchor className="site-address" path={path}>
      <ComboField
        {...field}
        value={value}
        options={options}
        optionsLabel={t('site.pages')}
        searching={isSearching ? t('site.pagesSearching') : undefined}
        onFocusChange={setIsWanted}
      />
    </FieldAnchor>
  )
}

/**
 * Suggestions for a link target: the built-in pages, and published records that match the typed words. Any other text
 * is allowed too. Records are only loaded while `isWanted`, because a screen may have many such fields.
 */
function usePageOptions(typed: string, isWanted: boolean): { options: ComboOption[]; isSearching: boolean } {
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
  const ofKinds = kinds.flatMap((kind) => {
    const value = ownListPath(kind)
    return value && kind.label ? [{ value, title: t(kind.label), note: t('media.kind.page') }] : []
  })
  const all = [
    ...ofSite,
    ...ofKinds,
    { value: searchPath, title: t('search.title'), note: t('media.kind.page') },
    // Custom pages come first, because they are the most likely entries of a menu.
    ...ofRecords.toReversed().toSorted((one, other) => depth(one.value) - depth(other.value)),
  ]
  return {
    options: [...new Map(all.map((option) => [option.value, option])).values()],
    isSearching: isWanted && answers.some(({ isFetching }) => isFetching),
  }
}

const depth = (path: string) => path.split('/').length
