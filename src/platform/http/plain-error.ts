import { dataHeaders } from './security-headers'

/** The error response for when no other can be made: it depends on nothing that is stored. */
export const plainError = (siteUrl: string | undefined, id?: string): Response =>
  new Response('Internal Server Error', {
    status: 500,
    headers: {
      ...dataHeaders({ siteUrl }),
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(id === undefined ? {} : { 'X-Request-Id': id }),
    },
  })
