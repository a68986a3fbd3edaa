import { giveExample, operations as describe } from '#platform/http/operation'
import { activityEntry } from './contract'

giveExample(activityEntry, { action: 'updated' })

export const operations = describe({
  listActivity:
    'List activity. The audit log, newest first. An entry is written in the transaction of the change that it records, never modified, and deleted after 400 days. Actions of visitors are not recorded.',
})
