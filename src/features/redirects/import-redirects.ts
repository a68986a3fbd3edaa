import { eq } from 'drizzle-orm'
import { about, type Transaction } from '#platform/events/events'
import { schemaIssues } from '#platform/http/issues'
import { redirectInput, type RedirectInput } from './contract'
import { addRedirect, deleteRedirect } from './store'
import { redirects } from './table'

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
    const [there] = await tx.select().from(redirects).where(eq(redirects.from, input.from))
    if (there && there.to === input.to) return undefined
    const { id, from } = await addRedirect(tx, input, site)
    tx.pending.events.push({ ...about('redirect', 'created')({ id, title: from }), activityActions: [] })
    return id
  },
  async remove(tx: Transaction, id: number): Promise<void> {
    const { from } = await deleteRedirect(tx, id)
    tx.pending.events.push({ ...about('redirect', 'deleted')({ id, title: from }), activityActions: [] })
  },
}
