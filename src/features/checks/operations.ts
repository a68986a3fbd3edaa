import { z } from 'zod'
import { sitePaths } from '#i18n/addresses/paths'
import { describeFields, giveExample, operation, operations as describe } from '#platform/http/operation'
import { check } from '#records/checks/contract'
import { checksInput } from './contract'

giveExample(check, { code: 'link-text', path: 'content', detail: 'click here' })
describeFields(check, {
  level: '`repair`: a barrier for readers; `consider`: a possible improvement.',
  path: 'The path of the field, with blocks by id.',
  detail: 'The text, address or figure in question.',
})
giveExample(checksInput, {
  values: { title: 'Measuring', content: `<p><a href="${sitePaths.blog}">here</a></p>` },
})

const rules =
  'Covers alternative texts, headings, links, tables, titles and descriptions in search results, translations, slug, social picture and date, in every language.'

/** The operation for the records of a kind, by the name of its operations: `Post`. */
export const checkOperation = (id: string) =>
  operation(`check${id}`, {
    text: `Check a record before it is published. ${rules} The draft is checked if there is one.`,
    parameters: { key: z.string().meta({ description: 'The id or the slug of the record.', example: '7' }) },
  })

export const operations = describe({
  checkValues: `Check values that are not saved. ${rules} Nothing is stored.`,
  listChecks:
    'List records with checks. The published records in which something could be better, those with most to repair first.',
})
