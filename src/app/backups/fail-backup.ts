import type { BackupFault } from './faults'
import { type BackupRow, endBackup, faultText } from './store'
import { system, type Transaction } from '#platform/events/events'
import { composeMail } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { readLetterhead } from '#platform/owner/letterhead'
import { readSettings } from '#platform/owner/settings'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { onSiteClock } from '#i18n/site-zone'
import { translate } from '#i18n/translate'

/** Marks a backup as failed and notifies the owner, once, whichever process detects it. */
export async function failBackup(services: Services, { id }: Pick<BackupRow, 'id'>, fault: BackupFault): Promise<void> {
  await commitAs(
    services,
    system,
    (row: BackupRow | undefined) =>
      row && { kind: 'backup', action: 'updated', id, title: row.file, activityActions: ['failed'] },
    async (tx) => {
      const row = await endBackup(tx, id, { fault })
      if (row) await mailOwner(tx, services, row, fault)
      return row
    },
  ).catch((error: unknown) =>
    // It is ended later, as one whose process is gone.
    services.log.warn('The failure of a backup could not be stored', { error }),
  )
}

async function mailOwner(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  { id, createdAt, reason }: BackupRow,
  { code, detail }: BackupFault,
): Promise<void> {
  if (!config.mail) return
  const { ownerLanguage: language } = await readSettings(tx, config)
  const head = await readLetterhead(tx, config)
  await post(tx, config, {
    kind: 'backup',
    to: config.mail.to,
    about: `backup:${id}`,
    letter: {
      ...composeMail({
        language,
        ...head,
        subject: translate(language, 'mail.backup.subject', { site: head.site }),
        title: translate(language, 'mail.backup.title'),
        paragraphs: [
          translate(language, `mail.backup.${reason}`, {
            date: onSiteClock(createdAt).toISOString().slice(0, 16).replace('T', ' '),
          }),
          faultText(language, code, detail),
          translate(language, 'mail.backup.next'),
        ],
        action: {
          label: translate(language, 'mail.backup.open'),
          url: (config.siteUrl ?? '') + href(adminPaths.system),
        },
        foot: translate(language, 'mail.backup.foot'),
      }),
      headers: { 'Auto-Submitted': 'auto-generated' },
    },
  })
}
