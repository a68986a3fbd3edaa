import { operation, type Refusal } from '#base/http/operation'
import { slugify } from '#base/text/slug'
import { sortedNames } from './list-query'
import { idOf, type RecordKind, type StoredRecord } from './record'
import { translationStates } from './translation-contract'

/** What the document says of a kind's routes beside what follows from the kind. */
export type KindDocument = {
  /** One as it is answered. */
  example: StoredRecord
  /** How lists are ordered, as the end of a sentence. */
  order: string
  /** What is peculiar to storing one. */
  note?: string
}

/** The document of all that `recordApi` answers. */
export function recordOperations(kind: RecordKind, { example, order, note = '' }: KindDocument) {
  const tag = kind.tag.name
  const { one, many } = kind.noun
  const id = idOf(kind)
  const ids = {
    key: {
      description: `The id of the ${one}.`,
      schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
      example: example.id,
    },
  }
  const write = { session: true, unsafe: true, idempotent: true, tag }
  const listed = summaryOf(example)
  const body = bodyOf(example)
  const edited = { ...example, draft: null, translation: exampleTranslation }
  const drafted = {
    ...example,
    draft: {
      version: 4,
      savedAt: example.updatedAt,
      savedBy: exampleVersion.savedBy,
      values: without(body, ['status']),
    },
    translation: exampleTranslation,
  }
  const sentence = (text: string) => (text === '' ? '' : ` ${text}`)
  return {
    list: operation({
      id: `list${id}s`,
      tag,
      summary: `List the ${many}`,
      description: `Every ${one} without its content, ${order}; or the part that the query asks for. What is longer than 1,000 is sent as it is read, with a weak ETag.`,
      parameters: { ...listParameters(kind, example), ...statusParameter },
      revalidates: true,
      answers: { 200: { description: `The ${many}.`, example: [listed], headers: ['ETag', 'TotalCount'] } },
      refusals: [401, 422],
    }),
    find: operation({
      id: `find${id}`,
      tag,
      summary: `Read one ${one}`,
      description: `The ${one} of a slug with its content (sanitized HTML, or the JSON text of HTML and SEO fields) and with its SEO fields as \`metadata\`.`,
      parameters: {
        key: { description: `The English slug of the ${one}.`, example: example.slug },
        slugs: {
          description: 'Found by its slug in any language.',
          schema: { type: 'string', enum: ['all'] },
          example: 'all',
          optional: true,
        },
        ...statusParameter,
      },
      revalidates: true,
      answers: { 200: { description: `The ${one}.`, example, headers: ['ETag'] } },
      refusals: [401, 404, 422],
    }),
    create: operation({
      ...write,
      id: `create${id}`,
      summary: `Create a ${one}`,
      description: `Without a slug one is made from the title, with the next free suffix when it is taken. HTML is sanitized.${sentence(note)}`,
      example: body,
      answers: { 201: { description: `The ${one} as stored.`, example, headers: ['ETag'] } },
      refusals: [409],
    }),
    update: operation({
      ...write,
      id: `update${id}`,
      summary: `Update a ${one}`,
      description: `Replaces the ${one}. \`translations\`${keptMoments(kind)} stay when they are left out; \`metadata\` replaces the stored SEO fields. An empty slug is made from the title again.`,
      ifMatch: true,
      parameters: ids,
      example: body,
      answers: {
        200: {
          description: `The ${one} as stored.`,
          example: { ...example, version: example.version + 1 },
          headers: ['ETag'],
        },
      },
      refusals: [404, 409, 412],
    }),
    ...historyOperations({ id, tag, one, parameters: ids, body: without(body, ['status']), drafted, refusals: [409] }),
    trash: operation({
      ...write,
      id: `trash${id}`,
      summary: `Move a ${one} to the trash`,
      description: 'Visitors do not see it any more; it is deleted for good after 30 days.',
      ifMatch: true,
      parameters: ids,
      answers: {
        200: {
          description: `The ${one} as its editors read it.`,
          example: { ...edited, status: 'trashed' },
          headers: ['ETag'],
        },
      },
      refusals: [404, 409, 412, 422],
    }),
    untrash: operation({
      ...write,
      id: `restore${id}`,
      summary: `Take a ${one} out of the trash`,
      description: 'It becomes a draft, or what `status` says it was.',
      ifMatch: true,
      parameters: ids,
      example: { status: 'published' },
      answers: { 200: { description: `The ${one} as its editors read it.`, example: edited, headers: ['ETag'] } },
      refusals: [404, 409, 412],
    }),
    remove: operation({
      ...write,
      id: `delete${id}`,
      summary: `Delete a ${one}`,
      description: `Deletes the ${one} for good.`,
      ifMatch: true,
      parameters: ids,
      answers: { 204: { description: `The ${one} is gone.` } },
      refusals: [404, 412, 422],
    }),
  }
}

/** What the document says of the drafts and the history of records of one kind. */
type Told = {
  /** Of its schemas: `Post`. */
  id: string
  tag: string
  one: string
  parameters: Parameters<typeof operation>[0]['parameters']
  /** A draft as it is sent, and the record as its editors read it then. */
  body: object
  drafted: object
  refusals?: Refusal[]
}

export function historyOperations({ id, tag, one, parameters, body, drafted, refusals = [] }: Told) {
  const write = { session: true, unsafe: true, idempotent: true, ifMatch: true, tag }
  return {
    translation: operation({
      tag,
      session: true,
      id: `find${id}Translation`,
      summary: `Read how far a ${one} is translated`,
      description:
        'How each text stands in Spanish, of the record and of its draft; of those that are outdated, the English that they were translated from and the present one. Texts that are empty in English are left out.',
      parameters,
      answers: {
        200: {
          description: 'The translation.',
          example: {
            ...exampleTranslation.es,
            changes: { title: { before: 'Measuring before building', after: 'Measuring, then building' } },
            draft: { state: 'complete', fields: { title: 'complete' }, changes: {} },
          },
        },
      },
      refusals: [404],
    }),
    confirmTranslation: operation({
      ...write,
      id: `confirm${id}Translation`,
      summary: `Say that translations of a ${one} are still right`,
      description: 'The Spanish of the fields is right for the English as it is now. Visitors see no change.',
      parameters,
      example: { fields: ['title'] },
      answers: {
        200: {
          description: `The ${one} as its editors read it.`,
          example: drafted,
          headers: ['ETag'],
        },
      },
      refusals: [404, 412, ...refusals],
    }),
    revisions: operation({
      tag,
      session: true,
      id: `list${id}Revisions`,
      summary: `List the versions of a ${one}`,
      description: 'Every version that was saved, drafts included, the newest first, at most 100 at a time.',
      parameters: {
        ...parameters,
        before: {
          description: 'Only versions before this one.',
          schema: { type: 'integer', minimum: 1 },
          example: 40,
          optional: true,
        },
        limit: {
          description: 'How many at most; 50 unless it says otherwise.',
          schema: { type: 'integer', minimum: 1, maximum: 100 },
          example: 20,
          optional: true,
        },
      },
      answers: {
        200: { description: 'The versions.', example: [{ ...exampleVersion, kind: 'restored', restoredFrom: 2 }] },
      },
      refusals: [404, 422],
    }),
    revision: operation({
      tag,
      session: true,
      id: `find${id}Revision`,
      summary: `Read one version of a ${one}`,
      description: 'A version with all its values.',
      parameters: { ...parameters, version: versionParameter },
      answers: { 200: { description: 'The version.', example: { ...exampleVersion, values: body } } },
      refusals: [404],
    }),
    restore: operation({
      ...write,
      id: `restore${id}Revision`,
      summary: `Restore a version of a ${one}`,
      description: `The values of the version become the draft of the ${one}; one that is a draft takes them itself.`,
      parameters: { ...parameters, version: versionParameter },
      answers: { 200: { description: `The ${one} as its editors read it.`, example: drafted, headers: ['ETag'] } },
      refusals: [404, 412, 422, ...refusals],
    }),
    saveDraft: operation({
      ...write,
      id: `save${id}Draft`,
      summary: `Keep a draft of a ${one}`,
      description: 'Visitors go on seeing what they see. Only the title must be there; `status` is ignored.',
      parameters: { ...parameters, autosave: autosaveParameter },
      example: body,
      answers: { 200: { description: `The ${one} as its editors read it.`, example: drafted, headers: ['ETag'] } },
      refusals: [404, 412, ...refusals],
    }),
    discardDraft: operation({
      ...write,
      id: `discard${id}Draft`,
      summary: `Discard the draft of a ${one}`,
      description: 'Also answered so when there is none.',
      parameters,
      answers: { 204: { description: 'There is no draft.' } },
      refusals: [404, 412, 422, ...refusals],
    }),
  }
}

const exampleTranslation = {
  es: { state: 'outdated', fields: { title: 'outdated' } },
} as const

const exampleVersion = {
  version: 4,
  kind: 'published',
  savedAt: '2026-03-02T09:00:00.000Z',
  savedBy: { id: 1, username: 'ada' },
  restoredFrom: null,
}
const versionParameter = {
  description: 'The number of the version.',
  schema: { type: 'integer', minimum: 1 },
  example: 4,
}
const autosaveParameter = {
  description:
    'Of a save that nobody asked for: those of one administrator in a row are one version of the history for ten minutes. The version of the draft counts on with each.',
  schema: { type: 'string', enum: ['true', 'false'] },
  example: 'true',
  optional: true,
} as const
/** Of lists. */
function listParameters(kind: RecordKind, example: StoredRecord) {
  const optional = true as const
  return {
    limit: {
      description: 'Only so many.',
      schema: { type: 'integer', minimum: 1, maximum: 100 },
      example: 3,
      optional,
    },
    offset: { description: 'After so many others.', schema: { type: 'integer', minimum: 0 }, example: 0, optional },
    category: {
      description: 'Only those of the category with this slug.',
      example: slugify(String((example as Record<string, unknown>).category)),
      optional,
    },
    id: {
      description: 'With `status`: only the one of this id.',
      schema: { type: 'integer', minimum: 1 },
      example: example.id,
      optional,
    },
    q: { description: 'With `status`: only what holds these words.', example: 'before', optional },
    translation: {
      description: 'With `status`: only what is translated so far.',
      schema: { type: 'string', enum: translationStates },
      example: 'missing',
      optional,
    },
    sort: {
      description: 'With `status`: ordered by this field; with `-` before it, downwards.',
      schema: { type: 'string', enum: sortedNames(kind).flatMap((name) => [name, `-${name}`]) },
      example: 'title',
      optional,
    },
  }
}

/** Of reads. */
export const statusParameter = {
  status: {
    description: 'For editors: `all` that does not lie in the trash, or what stands so.',
    schema: { type: 'string', enum: ['all', 'draft', 'scheduled', 'published', 'trashed'] },
    example: 'all',
    optional: true,
  },
} as const

/** A further list of a kind. */
export function listOperation(
  kind: RecordKind,
  { example }: KindDocument,
  { id, summary, description }: { id: string; summary: string; description: string },
) {
  const listed = summaryOf(example)
  return operation({
    id,
    tag: kind.tag.name,
    summary,
    description,
    revalidates: true,
    answers: { 200: { description: `The ${kind.noun.many}.`, example: [listed], headers: ['ETag'] } },
  })
}

/** One as lists hold it. */
export const summaryOf = (example: StoredRecord): object => without(example, ['content', 'metadata'])
const bodyOf = (example: StoredRecord): object => ({
  ...without(example, ['id', 'updatedAt', 'version']),
  status: 'published',
})

const without = (record: object, names: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

const keptMoments = ({ fields }: RecordKind) =>
  Object.entries(fields)
    .filter(([, { type }]) => type === 'moment')
    .map(([name]) => ` and \`${name}\``)
    .join('')
