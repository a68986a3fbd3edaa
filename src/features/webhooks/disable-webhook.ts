import { and, eq } from 'drizzle-orm'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { translate } from '#i18n/translate'
import type { Config } from '#platform/config'
import type { Transaction } from '#platform/events/events'
import { oneLine, toLetter } from '#platform/mail/letter'
import { post } from '#platform/mail/outbox'
import { readLetterhead } from '#platform/owner/letterhead'
import { readSettings } from '#platform/owner/settings'
import { webhooks } from './table'

/**
 * Disables a webhook whose receiver is gone (410) or whose retries are exhausted, and mails the owner. Resolves to its
 * URL, or to undefined when it is already disabled. Its pending deliveries wait until it is enabled again.
 */
export async function disableWebhook(tx: Transaction, config: Config, id: number): Promise<string | undefined> {
  const [row] = await tx
    .update(webhooks)
    .set({ enabled: false })
    .where(and(eq(webhooks.id, id), eq(webhooks.enabled, true)))
    .returning({ url: webhooks.url })
  if (!row) return undefined
  if (config.mail) await mailOwner(tx, config, config.mail.to, { id, url: row.url })
  return row.url
}

async function mailOwner(
  tx: Transaction,
  config: Config,
  to: readonly string[],
  { id, url }: { id: number; url: string },
): Promise<void> {
  const { ownerLanguage: language } = await readSettings(tx, config)
  const host = new URL(url).host
  const letterhead = await readLetterhead(tx, config)
  await post(tx, config, {
    kind: 'webhook',
    to,
    about: `webhook:${id}`,
    letter: toLetter({
      language,
      ...letterhead,
      subject: oneLine(translate(language, 'mail.webhook.subject', { host })),
      title: translate(language, 'mail.webhook.title'),
      paragraphs: [translate(language, 'mail.webhook.text', { url }), translate(language, 'mail.webhook.next')],
      action: {
        label: translate(language, 'mail.webhook.open'),
        url: (config.siteUrl ?? '') + `${href(adminPaths.integrations)}?tab=webhooks`,
      },
      foot: translate(language, 'mail.webhook.foot'),
    }),
  })
}
