import { restore, restoreBegun } from '#contract/restores'
import { giveExample, operations as describe } from '#platform/http/operation'

giveExample(restoreBegun, { id: 1 })
giveExample(restore, { state: 'running', done: 120, total: 312 })

export const operations = describe({
  createRestore: {
    text: 'Restore the site. Replaces the whole site with a stored backup, or with an uploaded archive (`multipart/form-data` with `file`, `currentPassword` and `confirm`). `confirm` is the name of the site. Returns 403 for a wrong password and 429 after too many of them, 404 for an unknown backup, 409 while another restore is running, and 422 if the archive is damaged or comes from a newer release. The current site is backed up first, writes are refused with 503 until the restore is complete, and all sessions end.',
    upload: true,
    example: { backup: 1, currentPassword: 'a bicycle made of rain', confirm: 'Acme' },
  },
  getRestore: 'Get the progress of a restore. `done` of `total` rows and files have been restored.',
})
