import { useAtomValue } from 'jotai'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { siteAtom } from '#contract/site'
import type { PageName } from '#features/page-contents/contract'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import type { RecordPath, RouteQuery, Called } from '#i18n/addresses/routing'
import { useAddressLanguage } from '#i18n/addresses/use-href'
import type { Versions } from '#i18n/addresses/versions'
import { versionsOf } from '#i18n/addresses/versions-of'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, type Language } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import type { SeoMetadata } from '#records/kind/seo-metadata'
import { socialPicture } from '#records/social-picture'
import { isTranslated, localize, recordHref, slugIn } from '#records/translation/localize'
import { listingIn, localizeMetadata, recordVersions } from '#records/translation/versions'
import { PageHead } from './page-head'

export type Headed = {
  slug: string
  version: number
  title: string
  metadata: SeoMetadata
  translations: Partial<Record<Language, { title?: string; slug?: string; metadata?: SeoMetadata }>>
}

type RecordHeadProps = {
  record: Headed
  path: RecordPath
  queryOf: (slug: string) => RouteQuery
  /** The section in the URLs of its social images. */
  section: string
  /** The page of its list, for its keywords; the home page otherwise. */
  page?: PageName
  description: string
  type?: 'article'
  /** Whether it is shown as the home page. */
  isHome?: boolean
}

/** The metadata of a record's page, at its path in each language. */
export function RecordHead({
  record,
  path,
  queryOf,
  section,
  page = 'home',
  description,
  type,
  isHome = false,
}: RecordHeadProps) {
  const language = usePageLanguage()
  const { name } = useAtomValue(siteAtom)
  useOwnAddress(isHome ? undefined : path, record, queryOf)
  return (
    <PageHead
      page={page}
      item={{
        title: localize(record, language).title,
        // Pages without a list above them are those of the site itself.
        ending: page === 'home' ? ` · ${name}` : '',
        description,
        image: socialPicture(section, record, isTranslated(record, language) ? language : defaultLanguage),
        versions: isHome ? homeVersions(record) : recordVersions(path, record),
        metadata: localizeMetadata(record, language),
        type,
      }}
    />
  )
}

/** Those of the home page, which is there in every language. */
const homeVersions = (record: Headed): Versions =>
  versionsOf(
    sitePaths.home,
    byLanguage((language) => listingIn(record, language)),
  )

/** Replaces the URL of a record that was opened by its slug in the other language with its own slug. */
function useOwnAddress(page: RecordPath | undefined, record: Called, queryOf: (slug: string) => RouteQuery): void {
  const language = useAddressLanguage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const address = page === undefined ? href(sitePaths.home, {}, language) : recordHref(page, record, language)
  useEffect(() => {
    if (pathname === address) return
    queries.setQueryData(queryOf(slugIn(record, language)).queryKey, record)
    navigate(address + search + hash, { replace: true, preventScrollReset: true })
  })
}
