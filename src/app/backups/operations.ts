import { backup, backupSettings, backupSettingsInput, backupTest } from '#contract/backups'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'

giveExample(backup, { bytes: 734_003_200, state: 'done', verified: true })
describeFields(backup, {
  bytes: 'The size of the archive; it grows while the backup is `running`.',
  verified:
    'Whether the archive was read back and every row and file matched; false for archives that were found in the storage.',
  error: 'The reason of a `failed` backup.',
})
giveExample(backupSettings, { every: 'day', hour: 3, keep: 7, place: 's3://acme-backups/site' })
describeFields(backupSettings, {
  every: 'null: no scheduled backups.',
  hour: 'The hour of the day (UTC) at which scheduled backups start.',
  keep: 'How many scheduled backups are kept, and as many manual ones and ones made before a restore.',
  place: 'The backup storage, as set by `BACKUP_STORE` and `DATA_DIR`.',
})
giveExample(backupSettingsInput, { every: 'day', hour: 3, keep: 7 })
giveExample(backupTest, { ok: true })

export const operations = describe({
  listBackups: 'List backups. Newest first.',
  createBackup:
    'Create a backup. It is made in the background; poll `GET /api/backups` for its state. Returns 409 while another backup is running.',
  testBackupStorage: {
    text: 'Test the backup storage. A small file is written, read and deleted.',
    idempotent: false,
  },
  downloadBackup: {
    text: 'Download a backup. The archive that `bun run restore` reads. It contains the whole site, including email addresses and password hashes; the download is recorded in the activity log. Returns 409 unless the backup is `done`, and 403 unless the session was confirmed in the last 10 minutes (`POST /api/account/confirm`).',
    answers: { 200: { description: 'The archive.', file: '\u001f\u008b' } },
  },
  deleteBackup: 'Delete a backup. Its archive is deleted too. Returns 409 while the backup is running.',
  getBackupSettings: 'Get backup settings.',
  updateBackupSettings: 'Update backup settings. Omitted fields keep their values.',
})
