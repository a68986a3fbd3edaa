import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#base/http/client'
import type { Resource, ResourceRow, ResourceValues } from './resource'

/** Loads a record as it is stored now, by the slug it has now; null when it is no more. */
export function useLoadRecord<Row extends ResourceRow, Item extends ResourceRow, V extends ResourceValues>({ list, one }: Resource<Row, Item, V>) {
  const client = useQueryClient()
  return useCallback(async (id: number): Promise<Item | null> => {
    const find = async (rows: Row[]) => {
      const slug = rows.find((row) => row.id === id)?.slug
      if (slug === undefined) return null
      const item = await client.fetchQuery({ ...one(slug), staleTime: 0 }).catch(noneWhenMissing)
      return item?.id === id ? item : null
    }
    const known = await client.fetchQuery(list())
    // Somebody may have given it another slug since the list was read.
    return (await find(known)) ?? find(await client.fetchQuery({ ...list(), staleTime: 0 }))
  }, [client, list, one])
}

function noneWhenMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
