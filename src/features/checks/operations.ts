import { sitePaths } from '#i18n/addresses/paths'
import { giveExample, operation, operations as describe } from '#platform/http/operation'
import { check } from '#records/checks/contract'
import { checkedRecord, checksInput } from './contract'

giveExample(check, { code: 'link-text', level: 'repair', path: 'content', language: 'en', detail: 'click here' })
giveExample(checksInput, {
  kind: 'post',
  values: { title: 'Measuring', content: `<p><a href="${sitePaths.blog}">here</a></p>` },
})
giveExample(checkedRecord, { kind: 'post', id: 7, title: 'Measuring before building' })

const rules =
  'Checks alternative texts, headings, links, tables, titles and descriptions in search results, translations, slug, social picture and date, in every language. `repair` are barriers for readers, `consider` improvements.'

/** The operation for the records of a kind, by the name of its operations: `Post`. */
export const checkOperation = (id: string) =>
  operation(`check${id}`, `Check a record before it is published. ${rules} The draft is checked if there is one.`)

export const operations = describe({
  checkValues: `Check values that are not saved. ${rules} Nothing is stored.`,
  listChecks:
    'List what could be better on the site. The published records with checks, those with most to repair first.',
})
