import { restore, restoreBegun } from '#contract/restores'
import { giveExample, operations as describe } from '#platform/http/operation'

giveExample(restoreBegun, { id: 1 })
giveExample(restore, { state: 'running', done: 120, total: 312, error: null })

export const operations = describe({
  beginRestore: {
    summary: 'Restore the site',
    description:
      'Puts a backup in the place of everything, or an archive that is sent as `multipart/form-data` (`file`, `currentPassword`, `confirm`). `confirm` is the name of the site. The archive is read through first; one that is damaged or comes from a newer release is a 422, and nothing is touched. Then everything is backed up, and from there on writes are refused with 503 until the site is restored. All sessions end.',
    upload: true,
    example: { backup: 1, currentPassword: 'a bicycle made of rain', confirm: 'Acme' },
    refusals: [403, 404, 408, 409, 413, 415, 422, 429, 503, 507],
    answers: { 202: { description: 'The restore has begun.' } },
  },
  readRestore: { summary: 'Read how far a restore is', description: '`done` of `total` rows and files.' },
})
