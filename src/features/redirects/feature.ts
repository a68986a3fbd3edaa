import { eq, sql } from 'drizzle-orm'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { about, emit, type Transaction } from '#platform/events/events'
import { namedRecord, type Feature } from '#platform/feature'
import { schemaIssues } from '#platform/http/issues'
import { redirectsApi } from './api'
import { storeHits, createRedirectLookup } from './lookup'
import { addRedirect, deleteRedirect, updateRedirects, sweepRedirects } from './store'
import { missingPaths, redirects as table } from './table'
import { z } from 'zod'
import { plainText } from '#text/schema'
import { storedCount, storedLine, storedUrl } from '#text/stored-schema'
import { redirectInput, type RedirectInput, redirectKinds } from './contract'
import { normalPath, normalTarget } from './paths'

/** The schemas of a redirect in archives. An older release may have spelled a path in another way. */
const storedRedirect = {
  from: plainText(1000).refine((text) => normalPath(text) !== undefined, 'validation.path'),
  to: storedUrl.refine((text) => normalTarget(text) !== undefined, 'validation.target'),
  kind: z.enum(redirectKinds),
  recordKind: storedLine(100).nullable(),
  recordId: storedLine(100).nullable(),
  hits: storedCount,
}

declare module '#platform/events/events' {
  interface Kinds {
    redirect: true
  }
}

/** The redirects' functions for imports; their many paths cause no single Activity entries. */
export const importRedirects = {
  read(from: string, to: string): RedirectInput | { fault: string } {
    const read = redirectInput.safeParse({ from, to })
    return read.success ? read.data : { fault: schemaIssues(read.error)[0]?.message ?? '' }
  },
  async add(
    tx: Transaction,
    input: RedirectInput,
    site: { origin: string; isPage: boolean },
  ): Promise<number | undefined> {
    const [there] = await tx.select().from(table).where(eq(table.from, input.from))
    if (there && there.to === input.to) return undefined
    const { id, from } = await addRedirect(tx, input, site)
    emit(tx, { ...about('redirect', 'created')({ id, title: from }), activityActions: [] })
    return id
  },
  async remove(tx: Transaction, id: number): Promise<void> {
    const { from } = await deleteRedirect(tx, id)
    emit(tx, { ...about('redirect', 'deleted')({ id, title: from }), activityActions: [] })
  },
}

export const redirects: Feature = {
  findable: {
    rows: [
      {
        kind: 'redirect',
        rows: sql`select ${table.id}::text as id, ${table.from} as title, ${table.to} as text, null::text as status,
          null::text as language, null::timestamptz as at,
          find_words(${table.from} || ' ' || ${table.to}) as words from ${table} where ${table.from} <> ${table.to}`,
        href: () => href(adminPaths.redirects),
      },
    ],
  },
  api: {
    named: { '/api/redirects/:id': namedRecord(table, table.id, 'redirect') },
    routes: redirectsApi,
    forwards: createRedirectLookup,
  },
  content: {
    kinds: [{ name: 'redirect' }],
    tables: { redirects: { table, row: storedRedirect } },
    passing: [missingPaths],
  },
  listeners: [{ on: 'every', run: updateRedirects }],
  jobs: [
    { name: 'store redirect hits', every: 2000, wakes: ['hits'], runInEach: storeHits },
    { name: 'sweep redirects', every: 60 * 60_000, run: sweepRedirects },
  ],
}
