import { backup, backupSettings, backupSettingsInput, backupTest } from '#contract/backups'
import { giveExample, operations as describe } from '#platform/http/operation'

giveExample(backup, { bytes: 734_003_200, state: 'done', reason: 'schedule', verified: true })
giveExample(backupSettings, { every: 'day', hour: 3, keep: 7, place: 's3://acme-backups/site' })
giveExample(backupSettingsInput, { every: 'day', hour: 3, keep: 7 })
giveExample(backupTest, { ok: true })

export const operations = describe({
  listBackups: {
    summary: 'List backups',
    description:
      'Newest first. `bytes` grows while a backup is `running`. `verified` is true once the archive was read back and every row and file matched; archives that were only found in the backup storage are `done` but not verified. `error` is the reason of a `failed` backup.',
  },
  makeBackup: {
    summary: 'Create a backup',
    description:
      'Starts a backup in the background; poll `GET /api/backups` for its state. Returns 409 while another backup is running.',
    refusals: [409],
  },
  testBackups: {
    summary: 'Test the backup storage',
    description: 'Writes, reads and deletes a small file in the backup storage.',
    idempotent: false,
  },
  readBackupArchive: {
    summary: 'Download a backup',
    description:
      'Returns the archive that `bun run restore` reads. It contains the whole site, including email addresses and password hashes; the download is recorded in the activity log. Returns 409 unless the backup is `done`, and 403 unless the session was confirmed in the last 10 minutes (`POST /api/account/confirm`).',
    answers: { 200: { description: 'The archive.', file: '\u001f\u008b' } },
    refusals: [409, 503],
  },
  deleteBackup: {
    summary: 'Delete a backup',
    description: 'Permanently deletes the backup and its archive. Returns 409 while it is running.',
    refusals: [409, 503],
  },
  readBackupSettings: {
    summary: 'Retrieve backup settings',
    description:
      'Backups run daily or weekly at `hour` (UTC); `every` is null when scheduled backups are off. The latest `keep` scheduled backups are kept, and as many manual ones and ones made before a restore. `place` is set by `BACKUP_STORE` and `DATA_DIR`.',
  },
  changeBackupSettings: { summary: 'Update backup settings', description: 'Omitted fields keep their values.' },
})
