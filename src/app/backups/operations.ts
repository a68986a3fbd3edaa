import { backup, backupSettings, backupSettingsInput, backupTest } from '#contract/backups'
import { giveExample, operations as describe } from '#platform/http/operation'

giveExample(backup, { bytes: 734_003_200, state: 'done', reason: 'schedule', verified: true })
giveExample(backupSettings, { every: 'day', hour: 3, keep: 7, place: 's3://acme-backups/site' })
giveExample(backupSettingsInput, { every: 'day', hour: 3, keep: 7 })
giveExample(backupTest, { ok: true })

export const operations = describe({
  listBackups:
    'List backups. Newest first. `bytes` grows while a backup is `running`. `verified` is true once the archive was read back and every row and file matched; archives that were only found in the backup storage are `done` but not verified. `error` is the reason of a `failed` backup.',
  createBackup:
    'Create a backup. It is made in the background; poll `GET /api/backups` for its state. Returns 409 while another backup is running.',
  testBackupStorage: {
    text: 'Test the backup storage. By writing, reading and deleting a small file in the backup storage.',
    idempotent: false,
  },
  downloadBackup: {
    text: 'Download a backup. Returns the archive that `bun run restore` reads. It contains the whole site, including email addresses and password hashes; the download is recorded in the activity log. Returns 409 unless the backup is `done`, and 403 unless the session was confirmed in the last 10 minutes (`POST /api/account/confirm`).',
    answers: { 200: { description: 'The archive.', file: '\u001f\u008b' } },
  },
  deleteBackup: 'Delete a backup. Its archive is deleted too. Returns 409 while the backup is running.',
  getBackupSettings:
    'Get backup settings. Backups run daily or weekly at `hour` (UTC); `every` is null when scheduled backups are off. The latest `keep` scheduled backups are kept, and as many manual ones and ones made before a restore. `place` is set by `BACKUP_STORE` and `DATA_DIR`.',
  updateBackupSettings: 'Update backup settings. Omitted fields keep their values.',
})
