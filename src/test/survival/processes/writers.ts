import { type Client, withRetries } from '../../client'
import type { Figures } from '../figures'

export type Acknowledged = { emails: string[]; messages: string[]; saves: number }

/**
 * Visitors who sign up and send messages, and an administrator who saves, until stopped; acknowledged writes are
 * recorded. A request without a response is retried once with the same Idempotency-Key, as browsers do.
 */
export function startWriters({
  visitors,
  admin,
  postId,
  label,
}: {
  visitors: Client[]
  admin: Client
  postId: number
  label: string
}) {
  const done: Acknowledged = { emails: [], messages: [], saves: 0 }
  let going = true
  let turn = 0

  const loops = visitors.map(async (client, index) => {
    while (going) {
      const name = `${label}-${index}-${turn++}`
      if (index % 2 === 0) {
        if (
          await accepted(() =>
            client.write('POST', '/api/waitlist', { email: `${name}@example.com` }, { 'idempotency-key': name }),
          )
        )
          done.emails.push(`${name}@example.com`)
      } else if (
        await accepted(() =>
          client.write(
            'POST',
            '/api/contact',
            { name, email: 'a@example.com', subject: name, message: 'A message.' },
            { 'idempotency-key': name },
          ),
        )
      ) {
        done.messages.push(name)
      }
    }
  })
  const saver = (async () => {
    while (going) {
      const next = done.saves + 1
      const body = {
        title: 'Saved under load',
        slug: 'saved-under-load',
        excerpt: String(next),
        content: '<p>Text.</p>',
        imageUrl: '/og.png',
      }
      if (await accepted(() => admin.write('PUT', `/api/blog/${postId}`, body))) done.saves = next
    }
  })()

  return {
    done,
    stop: async () => {
      going = false
      await Promise.all([...loops, saver])
    },
  }

  async function accepted(request: () => Promise<Response>): Promise<boolean> {
    try {
      const answer = await request()
      await answer.arrayBuffer()
      return answer.ok
    } catch {
      // The process is gone: wait instead of spinning, and count nothing.
      await Bun.sleep(20)
      return false
    }
  }
}

/** Compares the stored data with the acknowledged writes. */
export async function audit(figures: Figures, admin: Client, done: Acknowledged): Promise<void> {
  const subscribers = (await (await withRetries(() => admin.get('/api/waitlist'))).json()) as { email: string }[]
  const messages = (await (await withRetries(() => admin.get('/api/contact'))).json()) as { subject: string }[]
  const post = (await (await withRetries(() => admin.get('/api/blog/saved-under-load'))).json()) as { excerpt: string }
  tally(
    figures,
    done.emails,
    subscribers.map((subscriber) => subscriber.email),
  )
  tally(
    figures,
    done.messages,
    messages.map((message) => message.subject),
  )
  figures.acknowledged += done.saves
  if (Number(post.excerpt) < done.saves) figures.lost++
}

function tally(figures: Figures, acknowledged: string[], stored: string[]): void {
  const counts = new Map<string, number>()
  for (const name of stored) counts.set(name, (counts.get(name) ?? 0) + 1)
  figures.acknowledged += acknowledged.length
  figures.lost += acknowledged.filter((name) => !counts.has(name)).length
  figures.doubled += [...counts.values()].filter((times) => times > 1).length
}
