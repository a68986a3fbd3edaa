import { operation } from '#base/http/operation'
import { idOf, type RecordKind, type StoredRecord } from './record'

/** What the document says of a kind's routes beside what follows from the kind. */
export type KindDocument = {
  tag: string
  /** One as it is answered. */
  example: StoredRecord
  /** How lists are ordered, as the end of a sentence. */
  order: string
  /** The query that lists take. */
  listParameters?: Record<string, { description: string; schema: object; example: number; optional: true }>
  /** What is peculiar to storing one. */
  note?: string
}

/** The document of all that `recordApi` answers. */
export function recordOperations(kind: RecordKind, { tag, example, order, listParameters, note = '' }: KindDocument) {
  const { one, many } = kind.noun
  const id = idOf(kind)
  const ids = { key: { description: `The id of the ${one}.`, schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 }, example: example.id } }
  const write = { session: true, unsafe: true, idempotent: true, tag }
  const listed = summaryOf(example)
  const body = bodyOf(example)
  const sentence = (text: string) => (text === '' ? '' : ` ${text}`)
  return {
    list: operation({
      id: `list${id}s`, tag, summary: `List the ${many}`, description: `Every ${one} without its content, ${order}.`,
      parameters: listParameters, revalidates: true,
      answers: { 200: { description: `The ${many}.`, example: [listed], headers: ['ETag'] } },
      refusals: listParameters ? [422] : [],
    }),
    find: operation({
      id: `find${id}`, tag, summary: `Read one ${one}`,
      description: `The ${one} of a slug with its content (sanitized HTML, or the JSON text of HTML and SEO fields) and with its SEO fields as \`metadata\`.`,
      parameters: { key: { description: `The slug of the ${one}.`, example: example.slug } },
      revalidates: true,
      answers: { 200: { description: `The ${one}.`, example, headers: ['ETag'] } },
      refusals: [404],
    }),
    create: operation({
      ...write, id: `create${id}`, summary: `Create a ${one}`,
      description: `Without a slug one is made from the title, with the next free suffix when it is taken. HTML is sanitized.${sentence(note)}`,
      example: body,
      answers: { 201: { description: `The ${one} as stored.`, example, headers: ['ETag'] } },
      refusals: [409],
    }),
    update: operation({
      ...write, id: `update${id}`, summary: `Update a ${one}`,
      description: `Replaces the ${one}. \`translations\`${keptMoments(kind)} stay when they are left out; \`metadata\` replaces the stored SEO fields. An empty slug is made from the title again.`,
      ifMatch: true, parameters: ids, example: body,
      answers: { 200: { description: `The ${one} as stored.`, example: { ...example, version: example.version + 1 }, headers: ['ETag'] } },
      refusals: [404, 409, 412],
    }),
    remove: operation({
      ...write, id: `delete${id}`, summary: `Delete a ${one}`, description: `Deletes the ${one} for good.`,
      ifMatch: true, parameters: ids,
      answers: { 204: { description: `The ${one} is gone.` } },
      refusals: [404, 412, 422],
    }),
  }
}

/** A further list of a kind. */
export function listOperation(kind: RecordKind, { tag, example }: KindDocument, { id, summary, description }: { id: string; summary: string; description: string }) {
  const listed = summaryOf(example)
  return operation({ id, tag, summary, description, revalidates: true, answers: { 200: { description: `The ${kind.noun.many}.`, example: [listed], headers: ['ETag'] } } })
}

const summaryOf = (example: StoredRecord): object => without(example, ['content', 'metadata'])
const bodyOf = (example: StoredRecord): object => without(example, ['id', 'updatedAt', 'version'])

const without = (record: object, names: string[]) => Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

const keptMoments = ({ fields }: RecordKind) =>
  Object.entries(fields).filter(([, { type }]) => type === 'moment').map(([name]) => ` and \`${name}\``).join('')
