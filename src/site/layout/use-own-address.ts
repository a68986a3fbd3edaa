import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Called, RecordPath, RouteQuery } from '#i18n/addresses/routing'
import { useAddressLanguage } from '#i18n/addresses/use-href'
import { recordHref, slugIn } from '#records/translation/localize'

/** Replaces the URL of a record that was opened by its slug in the other language with its own slug. */
export function useOwnAddress(page: RecordPath, record: Called, queryOf: (slug: string) => RouteQuery): void {
  const language = useAddressLanguage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const address = recordHref(page, record, language)
  useEffect(() => {
    if (pathname === address) return
    queries.setQueryData(queryOf(slugIn(record, language)).queryKey, record)
    navigate(address + search + hash, { replace: true, preventScrollReset: true })
  })
}
