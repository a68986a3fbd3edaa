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
giveExample(revisionSummary, { version: 4, kind: 'restored', restoredFrom: 2 })
giveExample(revision, { version: 4, kind: 'published', restoredFrom: null })

/** The OpenAPI operations of all routes of `recordApi`. */
export function recordOperations(kind: RecordKind, { example, order, note = '' }: KindDocument) {
  const { one, many } = kind.noun
  const id = idOf(kind)
  const values = giveExamples(kind, example)
  const key = (description: string, shown: string | number, schema: z.ZodType = z.string()) => ({
    key: schema.meta({ description, example: shown }),
  })
  const parameters = key(`The id of the ${one}.`, example.id, z.int32().min(1))
  const write = { parameters, ifMatch: true }
  return {
    list: operation(`list${id}s`, {
      summary: `List the ${many}`,
      description: `Every ${one} without its content, ${order}; or the part that the query asks for. What is longer than 1,000 is sent as it is read, with a weak ETag.`,
      answers: { 200: { headers: ['X-Total-Count'] } },
      refusals: [401],
    }),
    find: operation(`find${id}`, {
      summary: `Read one ${one}`,
      description: hasContent(kind)
        ? `The ${one} of a slug with its content (sanitized HTML, or the JSON text of HTML and SEO fields) and with its SEO fields as \`metadata\`.`
        : `The ${one} of a slug with all that it is made of, and with its SEO fields as \`metadata\`.`,
      parameters: key(`The English slug of the ${one}.`, example.slug),
      refusals: [401],
    }),
    create: operation(`create${id}`, {
      summary: `Create a ${one}`,
      description:
        `Without a slug one is made from the title, with the next free suffix when it is taken. HTML is sanitized. ${note}`.trim(),
      refusals: [409],
    }),
    update: operation(`update${id}`, {
      ...write,
      summary: `Update a ${one}`,
      description: `Replaces the ${one}. \`translations\`${keptMoments(kind)} stay when they are left out; \`metadata\` replaces the stored SEO fields. An empty slug is made from the title again.`,
      answers: { 200: { example: { version: example.version + 1 } } },
      refusals: [409],
    }),
    ...historyOperations({ id, one, parameters, values, refusals: [409] }),
    trash: operation(`trash${id}`, {
      ...write,
      summary: `Move a ${one} to the trash`,
      description: 'Visitors do not see it any more; it is deleted for good after 30 days.',
      answers: { 200: { example: { status: 'trashed', draft: null } } },
      refusals: [409],
    }),
    untrash: operation(`restore${id}`, {
      ...write,
      summary: `Take a ${one} out of the trash`,
      description: 'It becomes a draft, or what `status` says it was.',
      answers: { 200: { example: { draft: null } } },
      refusals: [409],
    }),
    remove: operation(`delete${id}`, {
      ...write,
      summary: `Delete a ${one}`,
      description: `Deletes the ${one} for good.`,
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
type Told = Required<Pick<OperationText, 'parameters'>> & {
  /** The id of its schemas: `Post`. */
  id: string
  one: string
  /** The schema of a draft's values. */
  values: object
  refusals?: OperationText['refusals']
}

/** The operation ids of the first language do not contain it: they are older than the support for several. */
function translationOperations({ id, one, parameters, refusals }: Omit<Told, 'values'>, language: OtherLanguage) {
  const name = languageName(language)
  const suffix = language === otherLanguages[0] ? '' : `Into${name.replaceAll(/\W/g, '')}`
  return {
    find: operation(`find${id}Translation${suffix}`, {
      parameters,
      summary: `Read how far a ${one} is translated${suffix && ` into ${name}`}`,
      description: `How each text stands in ${name}, of the record and of its draft; of those that are outdated, the English that they were translated from and the present one. Texts that are empty in English are left out.`,
    }),
    confirm: operation(`confirm${id}Translation${suffix}`, {
      parameters,
      refusals,
      ifMatch: true,
      summary: `Say that translations of a ${one} ${suffix && `into ${name} `}are still right`,
      description: `The ${name} of the fields is right for the English as it is now. Visitors see no change.`,
    }),
  }
}

export function historyOperations({ id, one, parameters, values, refusals }: Told) {
  const write = { parameters, refusals, ifMatch: true }
  return {
    translations: byOtherLanguage((language) => translationOperations({ id, one, parameters, refusals }, language)),
    revisions: operation(`list${id}Revisions`, {
      parameters,
      summary: `List the versions of a ${one}`,
      description: 'Every version that was saved, drafts included, the newest first, at most 100 at a time.',
    }),
    revision: operation(`find${id}Revision`, {
      parameters,
      summary: `Read one version of a ${one}`,
      description: 'A version with all its values.',
      answers: { 200: { example: { values } } },
    }),
    restore: operation(`restore${id}Revision`, {
      ...write,
      summary: `Restore a version of a ${one}`,
      description: `The values of the version become the draft of the ${one}; one that is a draft takes them itself.`,
    }),
    saveDraft: operation(`save${id}Draft`, {
      ...write,
      summary: `Keep a draft of a ${one}`,
      description: 'Visitors go on seeing what they see. Only the title must be there; `status` is ignored.',
    }),
    discardDraft: operation(`discard${id}Draft`, {
      ...write,
      summary: `Discard the draft of a ${one}`,
      description: 'Also answered so when there is none.',
    }),
  }
}

const keptMoments = ({ fields }: RecordKind) =>
  Object.entries(fields)
    .filter(([, { type }]) => type === 'moment')
    .map(([name]) => ` and \`${name}\``)
    .join('')
