import { operation } from '#platform/http/operation'

const example = [
  'event: hello',
  'id: 4f9d0c1a-3',
  'data: {"unread":2,"failed":0}',
  '',
  'event: change',
  'id: 4f9d0c1a-4',
  'data: {"kind":"message","action":"created","id":12,"unread":3,"failed":0}',
  '',
  '',
].join('\n')

export const liveOperation = operation('streamEvents', {
  summary: 'Hear of changes as they happen',
  description:
    'Server-sent events: `hello` with the numbers of new messages and of mails that failed, then a `change` for each message, subscriber, mail, user, session, post, project, page or item of the library (`media`) that is created, updated or deleted, whichever process does it; an item is updated too when other records use it than before. With `Last-Event-ID` what was missed comes first, or `reset` where that is not known: then anything may have changed. A comment comes at least every 30 seconds. The stream ends with its session.',
  answers: { 200: { description: 'The stream.', stream: example } },
})
