import { backup, backupSettings, backupSettingsInput, backupTest } from '#contract/backups'
import { giveExample, operations as describe } from '#platform/http/operation'

giveExample(backup, { bytes: 734_003_200, state: 'done', reason: 'schedule', verified: true, error: null })
giveExample(backupSettings, { every: 'day', hour: 3, keep: 7, place: 's3://acme-backups/site' })
giveExample(backupSettingsInput, { every: 'day', hour: 3, keep: 7 })
giveExample(backupTest, { ok: true, error: null })

export const operations = describe({
  listBackups: {
    summary: 'List the backups',
    description:
      'The newest first. `bytes` grows while one is `running`. One is `done` once it was read back from its place and every row and every file agreed (`verified`); one that was only found at its place is `done` and not `verified`. `error` says why one has `failed`.',
  },
  makeBackup: {
    summary: 'Make a backup',
    description:
      'The answer comes at once, and what becomes of it stands in the list. While one runs, whatever began it, another is a 409.',
    refusals: [409],
  },
  testBackups: {
    summary: 'Try the place of the backups',
    description: 'A small file is written there, read, and removed. `error` says what went wrong.',
    idempotent: false,
  },
  readBackupArchive: {
    summary: 'Download a backup',
    description:
      'The archive itself, as `bun run restore` takes it: everything that the site holds, with the addresses of people and the hashes of passwords. That somebody took it stands in Activity. One that is not `done` is a 409. The session has to be confirmed within 10 minutes (`POST /api/account/confirm`): otherwise it is a 403.',
    answers: { 200: { description: 'The archive.', file: '\u001f\u008b' } },
    refusals: [409, 503],
  },
  deleteBackup: {
    summary: 'Delete a backup',
    description: 'With its archive, for good. One that runs is a 409.',
    refusals: [409, 503],
  },
  readBackupSettings: {
    summary: 'Read when backups are made',
    description:
      'Each day, or each week, at `hour` (UTC), or never (`every` is null); `keep` of those that the schedule makes are kept, and as many of those made by hand, and before a restore. `place` follows from `BACKUP_STORE` and `DATA_DIR`.',
  },
  changeBackupSettings: {
    summary: 'Change when backups are made',
    description: 'What is left out stays. `hour` is 0 to 23 (UTC), `keep` 1 to 90.',
  },
})
