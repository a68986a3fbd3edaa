import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { folded } from '#text/fold'
import type { MessageInput, SpamReason } from './contract'
import { contactMessages } from './table'

type Judgement = { isSpam: boolean; score: number; reasons: SpamReason[]; textHash: string | null }
type Sign = { reason: SpamReason; points: number }

/** The minimum score of spam, out of a hundred. */
const limit = 50
/** Milliseconds; people do not fill four fields faster. Only a weak signal, because browsers can fill forms; with a link it suffices. */
const shortestTime = 2000
const mostLinks = 3
/** Shorter texts may be equal by chance: "Please call me". */
const shortestText = 30

/**
 * The spam score of a message. `formTime`: the milliseconds that the form was open, if known; a filled honeypot is spam
 * regardless of everything else.
 */
export async function scoreSpam(
  tx: Database,
  { name, subject, message, website, formTime }: MessageInput,
): Promise<Judgement> {
  const links = countLinks(`${name}\n${subject}\n${message}`)
  const textHash = hashOf(message)
  const signs: Sign[] = [
    ...(website ? [{ reason: { rule: 'honeypot' }, points: 100 } as const] : []),
    ...(formTime !== undefined && formTime < shortestTime
      ? [{ reason: { rule: 'haste' }, points: links > 0 ? 60 : 40 } as const]
      : []),
    ...(links > 1 ? [{ reason: { rule: 'links', count: links }, points: pointsOfLinks(links) } as const] : []),
    ...(textHash === null ? [] : await repeated(tx, textHash, subject, links > 0)),
  ]
  const score = Math.min(
    100,
    signs.reduce((sum, { points }) => sum + points, 0),
  )
  return { isSpam: score >= limit, score, reasons: signs.map(({ reason }) => reason), textHash }
}

/** People link to two or three pages of theirs; more alone make it spam. */
const pointsOfLinks = (count: number) => (count > mostLinks ? Math.min(90, 10 + 10 * count) : 10 * (count - 1))

const countLinks = (text: string) => text.match(/\b(?:https?:\/\/|www\.)\S/gi)?.length ?? 0

/**
 * The same text within a week from any sender. With other subjects a weak signal, because people write similar texts; with
 * links a stronger one.
 */
async function repeated(tx: Database, textHash: string, subject: string, hasLinks: boolean): Promise<Sign[]> {
  const isSame = eq(contactMessages.subject, subject)
  const [row] = await tx
    .select({ all: sql<number>`count(*)::int`, same: sql<number>`(count(*) filter (where ${isSame}))::int` })
    .from(contactMessages)
    .where(and(eq(contactMessages.textHash, textHash), gt(contactMessages.submittedAt, sql`now() - interval '7 days'`)))
  const { all = 0, same = 0 } = row ?? {}
  const points = hasLinks ? 25 * same + 15 * (all - same) : 15 * same + Math.min(30, 5 * (all - same))
  return all === 0 ? [] : [{ reason: { rule: 'repeated', count: all }, points: Math.min(90, points) }]
}

function hashOf(text: string): string | null {
  const bare = folded(text).replaceAll(/\s+/g, ' ')
  return bare.length < shortestText ? null : new Bun.CryptoHasher('sha256').update(bare).digest('base64url')
}
