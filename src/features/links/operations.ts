import { giveExample, operations as describe } from '#platform/http/operation'
import { link, linkCheck, linkList, linkPlace } from './contract'

const checkedAt = '2026-03-02T09:30:00.000Z'
giveExample(linkPlace, { kind: 'post', id: 7, title: 'Measuring before building', field: 'content' })
giveExample(link, { url: 'https://example.com/study/', state: 'broken', status: 404, checkedAt })
giveExample(linkList, { checkedAt: null, running: false })
giveExample(linkCheck, { checkedAt: null, running: true })

export const operations = describe({
  listLinks: {
    summary: 'List the links',
    description:
      'Every address that a published text names, also one that is scheduled, what is broken first. Addresses of this site are told as they are now: a redirect to a page is `ok`, a draft is `broken`. Those of other sites are told as they were when they were asked last. `unsure`: nobody has asked, nobody answered, or the answer does not say; addresses of this machine and its network are never asked.',
  },
  checkLinks: {
    summary: 'Ask the addresses of other sites',
    description:
      'Begins to ask every address of another site, at most once a second for each host. What is found stands in the list as it comes.',
    answers: { 202: { description: 'The check has begun.' } },
    refusals: [409],
  },
})
