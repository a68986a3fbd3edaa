import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/** Standard Webhooks: `whsec_` and the base64 of 32 random bytes. */
export const newSecret = (): string =>
  prefix + Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')

/** The headers of one attempt, signed with all `secrets`. */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
