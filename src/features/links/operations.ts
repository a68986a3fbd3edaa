import { giveExample, operations as describe } from '#platform/http/operation'
import { link, linkCheck, linkPlace } from './contract'

const checkedAt = '2026-03-02T09:30:00.000Z'
giveExample(linkPlace, { kind: 'post', id: 7, title: 'Measuring before building', field: 'content' })
giveExample(link, { url: 'https://example.com/study/', state: 'broken', status: 404, checkedAt })
giveExample(linkCheck, { running: true })

export const operations = describe({
  listLinks:
    'List links. The URLs in published and scheduled texts, broken ones first. Internal links show their current state: a redirect to a page is `ok`, a draft is `broken`. External links show the result of the last check; `unsure` means not checked yet, no response, or an inconclusive one. Addresses in private networks are never requested.',
  checkLinks:
    'Check external links. Requests all external links in the background, at most one per second and host. Returns 409 while a check is running.',
})
