import type { Client } from '../client'
import type { Figures } from './figures'

/** What one step of editing leaves: the excerpt of the draft, if there is one, and of the record. */
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

/** A post whose life is lived under load: drafts, restores of its first version, schedules and publications. */
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
    /** Goes on until told to stop, or until an answer fails to come: that step may have been taken, or not. */
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
            // The process is gone: whether it took this one, only the next will tell.
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

    /** What is stored is what the last acknowledged step left, or one that may have come after it. */
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
