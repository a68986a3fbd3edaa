import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { link, linkCheck, linkPlace } from './contract'

giveExample(linkPlace, { field: 'content' })
giveExample(link, { url: 'https://example.com/study/', status: 404, checkedAt: '2026-03-02T09:30:00.000Z' })
describeFields(link, {
  state: '`unsure`: not checked yet, without a response, or with an inconclusive one.',
  status: 'The HTTP status of the last response.',
})
giveExample(linkCheck, { running: true })

export const operations = describe({
  listLinks:
    'List links. The URLs in published and scheduled texts, broken ones first. Internal links show their current state: a redirect to a page is `ok`, a draft is `broken`. External links show the result of the last check. Addresses in private networks are never requested.',
  checkLinks:
    'Check external links. They are requested in the background, at most one per second and host. Returns 409 while a check is running.',
})
