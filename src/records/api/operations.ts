import { z } from 'zod'
import { byOtherLanguage } from '#i18n/by-language'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import { languageName } from '#i18n/language-names'
import { giveExample, operation, type OperationText } from '#platform/http/operation'
import { revision, revisionSummary } from '#records/history/history-contract'
import { hasContent, namesOf } from '#records/kind/fields'
import { idOf, type RecordKind, type StoredRecord } from '#records/kind/record'
import { confirmation, translation, translationDetail } from '#records/translation/translation-contract'

/** Texts of the OpenAPI document about a kind's routes that cannot be derived from the kind. */
export type KindDocument = {
  /** An example of a response. */
  example: StoredRecord
  /** The order of lists, as the end of a sentence. */
  order: string
  /** A note about storing one. */
  note?: string
}

const outdated = { state: 'outdated', fields: { title: 'outdated' } } as const
const exampleTranslation = byOtherLanguage(() => outdated)
giveExample(translation, exampleTranslation)
giveExample(translationDetail, {
  ...outdated,
  changes: { title: { before: 'Measuring before building', after: 'Measuring, then building' } },
  draft: { state: 'complete', fields: { title: 'complete' }, changes: {} },
})
giveExample(confirmation, { fields: ['title'] })
giveExample(revisionSummary, { version: 4, kind: 'restored', restoredFrom: 2, scheduledFor: null })
giveExample(revision, { version: 4, kind: 'published' })

/** The OpenAPI operations of all routes of `recordApi`. */
export function recordOperations(kind: RecordKind, { example, order, note = '' }: KindDocument) {
  const { one, many } = kind.noun
  const moments = namesOf(kind.fields, ({ type }) => type === 'moment').map((name) => ` and \`${name}\``)
  const id = idOf(kind)
  const values = giveExamples(kind, example)
  const key = (description: string, shown: string | number, schema: z.ZodType = z.string()) => ({
    key: schema.meta({ description, example: shown }),
  })
  const parameters = key(`The id of the ${one}.`, example.id, z.int32().min(1))
  const write = { parameters, ifMatch: true }
  return {
    list: operation(`list${id}s`, {
      summary: `List ${many}`,
      description: `Returns ${many} without their content, ${order}. Lists of more than 1,000 entries are streamed, with a weak ETag.`,
      answers: { 200: { headers: ['X-Total-Count'] } },
      refusals: [401],
    }),
    find: operation(`find${id}`, {
      summary: `Retrieve a ${one}`,
      description: hasContent(kind)
        ? 'Includes the content (sanitized HTML, or a JSON string of HTML and SEO fields) and the SEO fields as `metadata`.'
        : 'Includes all fields, and the SEO fields as `metadata`.',
      parameters: key(`The English slug of the ${one}.`, example.slug),
      refusals: [401],
    }),
    create: operation(`create${id}`, {
      summary: `Create a ${one}`,
      description: `Without a slug, one is generated from the title and made unique. HTML is sanitized. ${note}`.trim(),
      refusals: [409],
    }),
    update: operation(`update${id}`, {
      ...write,
      summary: `Update a ${one}`,
      description: `Replaces the ${one}. If omitted, \`translations\`${moments.join('')} keep their values. \`metadata\` replaces all SEO fields. An empty slug is generated from the title again.`,
      answers: { 200: { example: { version: example.version + 1 } } },
      refusals: [409],
    }),
    ...historyOperations({ id, one, parameters, values, refusals: [409] }),
    trash: operation(`trash${id}`, {
      ...write,
      summary: `Move a ${one} to the trash`,
      description: 'It is no longer public, and is permanently deleted after 30 days.',
      answers: { 200: { example: { status: 'trashed', draft: null } } },
      refusals: [409],
    }),
    untrash: operation(`restore${id}`, {
      ...write,
      summary: `Restore a ${one} from the trash`,
      description: 'It becomes a draft, unless `status` says otherwise.',
      answers: { 200: { example: { draft: null } } },
      refusals: [409],
    }),
    remove: operation(`delete${id}`, {
      ...write,
      summary: `Delete a ${one}`,
      description: `Permanently deletes the ${one}.`,
    }),
  }
}

/** Registers examples of a record in all its schemas; returns the values of its draft. */
function giveExamples(kind: RecordKind, example: StoredRecord): object {
  const { id: _, updatedAt, version: __, status: ___, ...values } = example
  const unlisted = ['content', 'metadata', ...namesOf(kind.fields, ({ type }) => type === 'blocks')]
  const summary = Object.fromEntries(Object.entries(example).filter(([name]) => !unlisted.includes(name)))
  giveExample<z.ZodType>(kind.record, example)
  giveExample<z.ZodType>(kind.summary, summary)
  giveExample<z.ZodType>(kind.written, example)
  giveExample<z.ZodType>(kind.edited, {
    ...example,
    draft: { version: 4, savedAt: updatedAt, savedBy: { id: 1, username: 'ada' }, values },
    translation: exampleTranslation,
  })
  giveExample<z.ZodType>(kind.input, { ...values, status: 'published' })
  giveExample<z.ZodType>(kind.draftInput, values)
  return values
}

/** Texts of the OpenAPI document about drafts and history of one kind. */
type HistoryDocument = Required<Pick<OperationText, 'parameters'>> & {
  /** The id of its schemas: `Post`. */
  id: string
  one: string
  /** The schema of a draft's values. */
  values: object
  refusals?: OperationText['refusals']
}

/** The operation ids of the first language do not contain it: they are older than the support for several. */
function translationOperations(
  { id, one, parameters, refusals }: Omit<HistoryDocument, 'values'>,
  language: OtherLanguage,
) {
  const name = languageName(language)
  const suffix = language === otherLanguages[0] ? '' : `Into${name.replaceAll(/\W/g, '')}`
  return {
    find: operation(`find${id}Translation${suffix}`, {
      parameters,
      summary: `Retrieve the ${suffix ? `${name} ` : ''}translation state of a ${one}`,
      description: `The state of each ${name} text of the ${one} and of its draft. For outdated texts, \`changes\` contains the English text that was translated and the current one. Texts that are empty in English are left out.`,
    }),
    confirm: operation(`confirm${id}Translation${suffix}`, {
      parameters,
      refusals,
      ifMatch: true,
      summary: `Confirm ${suffix ? `${name} ` : ''}translations of a ${one}`,
      description: `Marks the ${name} texts of the fields as up to date with the current English texts.`,
    }),
  }
}

export function historyOperations({ id, one, parameters, values, refusals }: HistoryDocument) {
  const write = { parameters, refusals, ifMatch: true }
  return {
    translations: byOtherLanguage((language) => translationOperations({ id, one, parameters, refusals }, language)),
    revisions: operation(`list${id}Revisions`, {
      parameters,
      summary: `List versions of a ${one}`,
      description: 'All saved versions including drafts, newest first.',
    }),
    revision: operation(`find${id}Revision`, {
      parameters,
      summary: `Retrieve a version of a ${one}`,
      description: 'Includes all values of the version.',
      answers: { 200: { example: { values } } },
    }),
    restore: operation(`restore${id}Revision`, {
      ...write,
      summary: `Restore a version of a ${one}`,
      description: `Saves the values of the version as the draft of the ${one}, or in the ${one} itself while it is unpublished.`,
    }),
    saveDraft: operation(`save${id}Draft`, {
      ...write,
      summary: `Save a draft of a ${one}`,
      description: 'The public version does not change. Only the title is required; `status` is ignored.',
    }),
    discardDraft: operation(`discard${id}Draft`, {
      ...write,
      summary: `Discard the draft of a ${one}`,
      description: 'Succeeds even if there is no draft.',
    }),
  }
}
