import { z } from 'zod'
import { byOtherLanguage } from '#i18n/by-language'
import { defaultLanguage, type OtherLanguage, otherLanguages } from '#i18n/language'
import { languageLabel } from '#i18n/language-names'
import { describeFields, giveExample, operation } from '#platform/http/operation'
import { libraryFiles } from '#platform/images/contract'
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
describeFields(translationDetail, {
  fields: 'The state of each text, by the path of its field.',
  changes: 'The English text that was translated, and the current one, by the path of the field.',
  draft: 'The same of the draft.',
})
describeFields(confirmation, { fields: 'The paths of the fields.' })
describeFields(
  { shape: libraryFiles },
  {
    pictures: 'The pictures of the library that it shows, by URL.',
    documents: 'The documents that it links to, by URL.',
  },
)
giveExample(confirmation, { fields: ['title'] })
giveExample(revisionSummary, { version: 4, kind: 'restored', restoredFrom: 2, scheduledFor: null })
giveExample(revision, { version: 4, kind: 'published' })

/** The OpenAPI operations of all routes of `recordApi`. */
export function recordOperations(kind: RecordKind, { example, order, note = '' }: KindDocument) {
  const { one, many } = kind.noun
  const moments = namesOf(kind.fields, ({ type }) => type === 'moment').map((name) => ` and \`${name}\``)
  const id = idOf(kind)
  const values = giveExamples(kind, example)
  const slugTaken = 'Returns 409 if the slug is taken.'
  const write = (name: string, text: string, changed: object) =>
    operation(`${name}${id}`, { text, answers: { 200: { example: changed } } })
  return {
    list: operation(`list${id}s`, {
      text: `List ${many}. Without their content, ${order}. Lists of more than 1,000 entries are streamed, with a weak ETag.`,
      answers: { 200: { headers: ['X-Total-Count'] } },
    }),
    find: operation(
      `get${id}`,
      `Get a ${one}. ${hasContent(kind) ? '`content` is sanitized HTML, or a JSON string of HTML and SEO fields.' : ''}`,
    ),
    create: operation(
      `create${id}`,
      `Create a ${one}. Without a slug, one is generated from the title and made unique. HTML is sanitized. ${slugTaken} ${note}`,
    ),
    update: write(
      'replace',
      `Replace a ${one}. If omitted, \`translations\`${moments.join('')} keep their values. \`metadata\` replaces all SEO fields. An empty slug is generated from the title again. ${slugTaken}`,
      { version: example.version + 1 },
    ),
    ...historyOperations({ id, one, values, isRecord: true }),
    trash: write(
      'trash',
      `Move a ${one} to the trash. It is no longer public, and is permanently deleted after 30 days. Returns 409 if it is in the trash already.`,
      { status: 'trashed', draft: null },
    ),
    untrash: write(
      'restore',
      `Restore a ${one} from the trash. It becomes a draft, unless \`status\` says otherwise. Returns 409 if it is not in the trash.`,
      { draft: null },
    ),
    remove: operation(`delete${id}`, `Delete a ${one}. It cannot be restored.`),
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

type HistoryDocument = {
  /** The id of its schemas: `Post`. */
  id: string
  one: string
  /** An example of a draft's values. */
  values: object
  isRecord?: true
}

/** The OpenAPI operations of drafts, versions and translations. */
export function historyOperations({ id, one, values, isRecord }: HistoryDocument) {
  const trashed = isRecord ? ' Returns 409 if it is in the trash.' : ''
  /** The operation ids of the first language do not contain it: they are older than the support for several. */
  const translationOperations = (language: OtherLanguage) => {
    const name = languageLabel(language, defaultLanguage)
    const isFirst = language === otherLanguages[0]
    const suffix = isFirst ? 'Translation' : `TranslationInto${name.replaceAll(/\W/g, '')}`
    return {
      find: operation(
        `get${id}${suffix}`,
        `Get the ${isFirst ? '' : `${name} `}translation state of a ${one}. The state of each ${name} text, also of the draft. Texts that are empty in English are left out.`,
      ),
      confirm: operation(
        `confirm${id}${suffix}`,
        `Confirm ${isFirst ? '' : `${name} `}translations of a ${one}. Marks the ${name} texts of the fields as up to date with the current English texts.${trashed}`,
      ),
    }
  }
  return {
    translations: byOtherLanguage(translationOperations),
    revisions: operation(
      `list${id}Revisions`,
      `List versions of a ${one}. All saved versions including drafts, newest first.`,
    ),
    revision: operation(`get${id}Revision`, {
      text: `Get a version of a ${one}. With all its values.`,
      answers: { 200: { example: { values } } },
    }),
    restore: operation(
      `restore${id}Revision`,
      `Restore a version of a ${one}. Its values become the draft of the ${one}, or those of the ${one} itself while it is unpublished.${trashed}`,
    ),
    saveDraft: operation(
      `save${id}Draft`,
      `Save a draft of a ${one}. The public version does not change.${isRecord ? ' Only the title is required; `status` is ignored.' : ''}${trashed}`,
    ),
    discardDraft: operation(
      `discard${id}Draft`,
      `Discard the draft of a ${one}. Succeeds even if there is none.${trashed}`,
    ),
  }
}
