import { and, eq, isNull, ne } from 'drizzle-orm'
import { HttpError } from '#contract/http-error'
import type { Services } from '#platform/services'
import { processFor } from '#features/media/serving/process-for'
import { media } from '#features/media/table'

const atOnce = 20

/** Computes colours that an older release has not stored; an unreadable picture gets none. */
export async function fillColours({ db, files }: Pick<Services, 'db' | 'files'>): Promise<void> {
  const rows = await db
    .select({ id: media.id, hash: media.hash, mime: media.mime })
    .from(media)
    .where(and(isNull(media.colour), ne(media.mime, 'application/pdf')))
    .limit(atOnce)
  for (const { id, hash, mime } of rows) {
    const colour = await files
      .use(hash, async (path) => (await processFor(mime)('measure', [path, mime], 'soon')).colour ?? '')
      .catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 503) throw error
        return ''
      })
    await db
      .update(media)
      .set({ colour })
      .where(and(eq(media.id, id), eq(media.hash, hash)))
  }
}
