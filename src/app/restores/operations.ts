import { restore, restoreBegun } from '#contract/restores'
import { giveExample, operations as describe } from '#platform/http/operation'

giveExample(restoreBegun, { id: 1 })
giveExample(restore, { state: 'running', done: 120, total: 312 })

export const operations = describe({
  beginRestore: {
    summary: 'Restore the site',
    description:
      'Replaces the whole site with a stored backup, or with an uploaded archive (`multipart/form-data` with `file`, `currentPassword` and `confirm`). `confirm` is the name of the site. The archive is checked first: 422 if it is damaged or comes from a newer release, and nothing changes. The current site is then backed up, writes return 503 until the restore is complete, and all sessions end.',
    upload: true,
    example: { backup: 1, currentPassword: 'a bicycle made of rain', confirm: 'Acme' },
    refusals: [403, 404, 409, 413, 415, 422, 429, 503, 507],
  },
  readRestore: {
    summary: 'Retrieve the progress of a restore',
    description: '`done` of `total` rows and files have been restored.',
  },
})
