import { describeFields, operations as describe } from '#platform/http/operation'
import { activityEntry } from './contract'

describeFields(activityEntry, { recordId: 'The id of the record, or its name.' })

export const operations = describe({
  listActivity:
    'List activity. The audit log, newest first. An entry is written in the transaction of the change that it records, never modified, and deleted after 400 days. Actions of visitors are not recorded.',
})
