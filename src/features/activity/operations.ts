import { giveExample, operations as describe } from '#platform/http/operation'
import { activityEntry } from './contract'

giveExample(activityEntry, { action: 'updated' })

export const operations = describe({
  listActivity: {
    summary: 'List who did what',
    description:
      'The newest first. Lines are only added, by the write that they tell of, and go after 400 days. What visitors do is not among them.',
  },
})
