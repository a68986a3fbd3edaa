import { LRUCache } from 'lru-cache'
import {
  messages as backend,
  parse,
  type PGlite,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite'
import { unavailable } from '#contract/http-error'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import { currentRequestContext, nextOrder } from '#platform/request-deadline'

/** Maximum number of prepared statements; each takes some kilobytes in the database. */
const mostPrepared = 200

/** Characters. Longer statements have a parameter for each entry of some list, and are rarely repeated. */
const longestPrepared = 4000

type Statement = {
  name: string
  parameterTypes: number[]
  /** The column descriptions from the database, for parsing rows. */
  columns: backend.RowDescriptionMessage[]
  columnTypes: number[]
}

const { serialize } = protocol
const changesSchema = /^\s*(alter|create|drop|do)\b/i

/**
 * Wraps PGlite so that repeated statements are parsed and planned once. A query of PGlite itself is seven messages,
 * each a call into WebAssembly; here those of a prepared statement are sent in one call.
 */
export function withPreparedStatements(pglite: PGlite): PGlite {
  const query = preparedQuery(pglite)
  // The only method by which a query waits for the open transaction as PGlite's own queries do.
  // oxlint-disable-next-line no-underscore-dangle
  const queryBetween: PGlite['query'] = (...asked) => pglite._runExclusiveTransaction(() => query(...asked))
  const transaction: PGlite['transaction'] = (work) => pglite.transaction((tx) => work(queriedBy(query, tx)))
  return withMethods(pglite, { query: queryBetween, transaction })
}

/** The database with these methods in place of its own. */
export const withMethods = (pglite: PGlite, methods: Pick<PGlite, 'query' | 'transaction'>): PGlite =>
  new Proxy(pglite, {
    get(target, key) {
      if (key === 'query' || key === 'transaction') return methods[key]
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

const queriedBy = (query: PGlite['query'], tx: Transaction): Transaction => ({
  ...tx,
  async query(...asked) {
    if (tx.closed) throw new Error('Transaction is closed')
    return query(...asked)
  },
})

function preparedQuery(pglite: PGlite): PGlite['query'] {
  let count = 0
  const unused: string[] = []
  const known = new LRUCache<string, Statement>({
    max: mostPrepared,
    dispose: ({ name }) => void unused.push(name),
  })
  const send = (parts: Uint8Array[]) =>
    pglite.execProtocolStream(new Uint8Array(Buffer.concat([...parts, serialize.sync()])), { syncToFs: false })

  async function prepare(text: string): Promise<Statement> {
    if (changesSchema.test(text)) known.clear()
    const name = text.length > longestPrepared || changesSchema.test(text) ? '' : `s${count++}`
    const answers = await send([
      ...unused.splice(0, Infinity).map((old) => serialize.close({ type: 'S', name: old })),
      serialize.parse({ text, name }),
      serialize.describe({ type: 'S', name }),
    ])
    const columns = answers.filter((answer) => answer instanceof backend.RowDescriptionMessage)
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(answers),
      columns,
      columnTypes: columns.flatMap(({ fields }) => fields.map(({ dataTypeID }) => dataTypeID)),
    }
    if (name !== '') known.set(text, statement)
    return statement
  }

  function toText(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const write = type === undefined ? undefined : pglite.serializers[type]
    return write ? write(value) : String(value)
  }

  return <Row>(text: string, params: unknown[] = [], options?: QueryOptions) =>
    pglite.runExclusive(async () => {
      const { name, parameterTypes, columns, columnTypes } = known.get(text) ?? (await prepare(text))
      const values = params.map((value, at) => toText(value, parameterTypes[at]))
      const answers = await send([serialize.bind({ statement: name, values }), serialize.execute({})])
      // Only the parsers of its columns: there are many, and all would be copied for each query.
      const own: typeof pglite.parsers = {}
      for (const type of columnTypes) {
        const read = options?.parsers?.[type] ?? pglite.parsers[type]
        if (read) own[type] = read
      }
      const [result] = parse.parseResults([...columns, ...answers], own, { ...options, parsers: undefined })
      return result as Results<Row>
    })
}

/** Runs `work` after everything queued before it; rejects without starting it after `timeout` milliseconds. */
export type SerialQueue = <Result>(work: () => Promise<Result>, timeout: number) => Promise<Result>

/** A queue, first in, first out by request. Yields to the event loop between entries. */
export function createSerialQueue(): SerialQueue {
  const queue: { place: number; begin(): Promise<void> }[] = []
  let isBusy = false

  async function workOff() {
    isBusy = true
    for (let next = queue.shift(); next; next = queue.shift()) {
      await next.begin()
      if (hasRunLong()) await yieldToEventLoop()
    }
    isBusy = false
  }

  return (work, timeout) =>
    new Promise((resolve, reject) => {
      const { order = nextOrder(), until = Infinity, patience = 0 } = currentRequestContext() ?? {}
      const entry = { place: order, begin }
      const longest = Math.max(0, Math.min(Math.max(timeout, patience), until - performance.now()))
      const timer = Number.isFinite(longest) ? setTimeout(giveUp, longest) : undefined

      function giveUp() {
        queue.splice(queue.indexOf(entry), 1)
        reject(unavailable(new Error(`No turn in ${Math.round(longest)} ms`)))
      }

      async function begin() {
        clearTimeout(timer)
        try {
          resolve(await work())
        } catch (error) {
          reject(error)
        }
      }

      queue.splice(queue.findLastIndex(({ place }) => place <= entry.place) + 1, 0, entry)
      if (!isBusy) void workOff()
    })
}
