import type { Client } from '../../client'
import type { Figures } from '../figures'

/** The state after an editing step: the excerpt of the draft, if there is one, and of the record. */
type Standing = { draft: string | null; record: string }
type Step = { method: 'PUT' | 'POST'; path: string; body?: object; leaves(before: Standing): Standing }

type Edited = { draft: { values: { excerpt: string } } | null; excerpt: string }
type RevisionSummary = { version: number }

const first = 'as it began'
const past = '2020-01-01T00:00:00.000Z'
const future = '2099-01-01T00:00:00.000Z'

const bodyOf = (excerpt: string, publishedAt: string) => ({
  title: 'Edited under load',
  slug: 'edited-under-load',
  excerpt,
  content: '<p>Text.</p>',
  imageUrl: '/og.png',
  publishedAt,
})

/** A post that is edited under load: drafts, restores of its first version, scheduling and publishing. */
export async function startEditing(admin: Client) {
  const answer = await admin.write('POST', '/api/blog', bodyOf(first, past))
  if (answer.status !== 201) throw new Error(`Creating a post answered ${answer.status}`)
  const { id } = (await answer.json()) as { id: number }
  let turn = 0
  let known: Standing = { draft: null, record: first }
  let possible: Standing[] = []
  let [sent, acknowledged, told] = [0, 0, 0]

  function nextStep(): Step {
    turn++
    const excerpt = `turn ${turn}`
    const put = (publishedAt: string): Step => ({
      method: 'PUT',
      path: `/api/blog/${id}`,
      body: bodyOf(excerpt, publishedAt),
      leaves: () => ({ draft: null, record: excerpt }),
    })
    const steps: Step[] = [
      {
        method: 'PUT',
        path: `/api/blog/${id}/draft`,
        body: bodyOf(excerpt, past),
        leaves: ({ record }) => ({ draft: excerpt, record }),
      },
      {
        method: 'POST',
        path: `/api/blog/${id}/revisions/1/restore`,
        leaves: ({ record }) => ({ draft: first, record }),
      },
      put(future),
      put(past),
    ]
    return steps[turn % steps.length]!
  }

  return {
    /** Runs until it is stopped, or until a request fails: that step may or may not have been applied. */
    start(client: Client) {
      let going = true
      const loop = (async () => {
        while (going) {
          const { method, path, body, leaves } = nextStep()
          sent++
          const isDone = await client.write(method, path, body, { 'idempotency-key': `edit-${turn}` }).then(
            async (reply) => {
              await reply.arrayBuffer()
              return reply.ok
            },
            () => undefined,
          )
          if (isDone) {
            acknowledged++
            known = leaves(known)
          } else if (isDone === undefined) {
            // The process is gone: the audit shows whether this step was applied.
            possible = [leaves(known)]
            break
          }
        }
      })()
      return async () => {
        going = false
        await loop
      }
    },

    /** The stored state is that after the last acknowledged step, or after a possible later one. */
    async audit(figures: Figures, client: Client): Promise<void> {
      const post = (await (await client.get('/api/blog/edited-under-load?status=all')).json()) as Edited
      const stands: Standing = { draft: post.draft?.values.excerpt ?? null, record: post.excerpt }
      const isOneOf = [known, ...possible].some(
        ({ draft, record }) => draft === stands.draft && record === stands.record,
      )
      figures.acknowledged += acknowledged - told
      told = acknowledged
      if (!isOneOf) figures.lost++
      known = stands
      possible = []
      const revisions = (await (await client.get(`/api/blog/${id}/revisions?limit=100`)).json()) as RevisionSummary[]
      const newest = revisions[0]?.version ?? 0
      if (newest < 1 + acknowledged) figures.lost++
      if (newest > 1 + sent) figures.doubled++
      if (revisions.some(({ version }, index) => version !== newest - index))
        figures.faults.push('the history has a gap, or a version twice')
    },
  }
}
