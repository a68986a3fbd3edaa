import { write, writeSync } from 'node:fs'

type DescribedError = {
  name: string
  code?: string
  message: string
  constraint?: string
  stack?: string
  cause?: DescribedError
}

/**
 * Formats an error for the log. Texts that may contain a visitor's input are left out: parameters and details of
 * queries, values repeated by PostgreSQL, and the first lines of stacks, which repeat the message.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error))
    return { name: typeof error, message: typeof error === 'string' ? error : 'not an error' }
  return {
    name: error.name,
    ...textField(error, 'code'),
    message: safeMessage(error),
    ...textField(error, 'constraint', 'constraint_name'),
    ...(error.stack ? { stack: framesOf(error.stack) } : {}),
    ...(error.cause instanceof Error && depth < 4 ? { cause: describeError(error.cause, depth + 1) } : {}),
  }
}

function safeMessage(error: Error): string {
  if ('query' in error && typeof error.query === 'string' && error.message.startsWith('Failed query'))
    return `Failed query: ${error.query}`
  const quotesInput = 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')
  return quotesInput ? error.message.replace(/:?\s*".*"/s, '') : error.message
}

function textField(error: object, name: 'code' | 'constraint', source: string = name): Record<string, string> {
  const value: unknown = Reflect.get(error, source) ?? Reflect.get(error, name)
  return typeof value === 'string' ? { [name]: value } : {}
}

const framesOf = (stack: string) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim())
    .join(' | ')

/**
 * One line per record: JSON, or readable text in a terminal. `fields` hold no personal data and no secrets; of an `error`
 * field only its class, code and stack frames are logged.
 */
export type Log = {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
  /** The line of one answered request, level info. */
  access(request: Access): void
  /** A plain line for the operator at any level: the URL, the set-up code. */
  print(line: string): void
  /** Resolves when all lines so far are written. */
  flush(): Promise<void>
}

/** `path` is a route or a path without its query; `id` needs no quoting; `user` is the id of the administrator of an authenticated request. */
type Access = { method: string; path: string; status: number; ms: number; id: string; user?: number }

const ranks = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 }
type Level = keyof typeof ranks

/** Writes to stdout without blocking requests: lines are buffered for a tenth of a second; warnings are written at once. */
export function createLog(level: Level, terminal: boolean): Log {
  const output = createOutput(1)
  const format = terminal ? readable : json
  const lowest = ranks[level]

  const record =
    (of: Exclude<Level, 'silent'>) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      if (ranks[of] >= lowest) output.add(format.record(of, message, fields), ranks[of] >= ranks.warn)
    }
  return {
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
    access(request) {
      if (ranks.info < lowest) return
      output.add(format.access(request, Date.now()), false)
    },
    print: (line) => output.add(`${line}\n`, true),
    flush: output.flush,
  }
}

const json = {
  record: (level: string, message: string, fields: Record<string, unknown>) =>
    `${JSON.stringify({ time: now(), level, message, ...readableErrors(fields) })}\n`,
  // Formatted by hand, because this line is written for every request.
  access: ({ method, path, status, ms, id, user }: Access, at: number) =>
    `{"time":"${timeOf(at)}","level":"info","message":"request","method":${quotedOnce(method)},"path":${quotedOnce(path)},"status":${status},"ms":${Math.round(ms * 100) / 100},"id":"${id}"${user === undefined ? '' : `,"user":${user}`}}\n`,
}

const paint = (code: number, text: string) => `\u001B[${code}m${text}\u001B[0m`
const colours: Record<string, number> = { debug: 90, info: 36, warn: 33, error: 31 }

const readable = {
  record(level: string, message: string, fields: Record<string, unknown>) {
    const { error, ...rest } = fields
    const details = Object.entries(rest)
      .map(([name, value]) => paint(90, ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`))
      .join('')
    const cause = error === undefined ? '' : `\n${paint(90, JSON.stringify(describeError(error), null, 2))}`
    return `${paint(90, now().slice(11, 19))} ${paint(colours[level] ?? 0, level.padEnd(5))} ${message}${details}${cause}\n`
  },
  access({ method, path, status, ms, id }: Access, at: number) {
    const colour = status >= 500 ? 31 : status >= 400 ? 33 : status >= 300 ? 36 : 32
    return `${paint(90, timeOf(at).slice(11, 19))} ${paint(colour, String(status))}   ${method} ${printable(path)} ${paint(90, `${ms.toFixed(1)} ms ${id}`)}\n`
  },
}

const readableErrors = (fields: Record<string, unknown>) =>
  'error' in fields ? { ...fields, error: describeError(fields.error) } : fields
const printable = (text: string) => text.replace(/\p{Cc}/gu, '?')
const quotes = new Map<string, string>()
const mostQuotes = 500

/** Cached, because most requests are for the same few paths. */
function quotedOnce(text: string): string {
  let known = quotes.get(text)
  if (known === undefined) {
    known = quoted(text)
    if (quotes.size >= mostQuotes) quotes.clear()
    if (text.length < 200) quotes.set(text, known)
  }
  return known
}

const quoted = (text: string) => (/^[\x20\x21\x23-\x5B\x5D-\x7E]*$/.test(text) ? `"${text}"` : JSON.stringify(text))

let lastMoment = 0
let lastText = ''

const now = () => timeOf(Date.now())

function timeOf(moment: number): string {
  if (moment !== lastMoment) {
    lastMoment = moment
    lastText = new Date(moment).toISOString()
  }
  return lastText
}

const gatherFor = 100
const smallestBuffer = 64 * 1024
const largestBuffer = 8 * 1024 * 1024
const largestKept = 1024 * 1024
const writeEndsWithin = 100

/**
 * Lines are bytes in a buffer as soon as they are added: as strings or closures the lines of a busy tenth of a second
 * would survive the collection of young objects, and wait in memory for a full one.
 */
function createOutput(fd: number) {
  let lines = Buffer.allocUnsafe(smallestBuffer)
  /** The buffer that is not being filled. */
  let other = lines
  let used = 0
  let dropped = 0
  let writing: Promise<void> | undefined
  let timer: Timer | undefined
  let started = false

  function add(line: string, atOnce: boolean) {
    if (!started) {
      started = true
      process.on('exit', flushNow)
    }
    // Up to three bytes of UTF-8 for each UTF-16 unit.
    const most = used + line.length * 3
    if (most <= lines.length || grow(most)) used += lines.write(line, used)
    // The reader of the pipe has stopped: lines are dropped, so that the site goes on.
    else dropped++
    if (atOnce) send()
    else timer ??= setTimeout(send, gatherFor)
  }

  function grow(size: number): boolean {
    if (size > largestBuffer) return false
    const larger = Buffer.allocUnsafe(Math.min(largestBuffer, Math.max(size, lines.length * 2)))
    lines.copy(larger, 0, 0, used)
    lines = larger
    return true
  }

  function send() {
    clearTimeout(timer)
    timer = undefined
    if (writing || used === 0) return
    if (dropped > 0) addCount()
    const full = lines
    const bytes = full.subarray(0, used)
    lines = other === full || other.length > largestKept ? Buffer.allocUnsafe(smallestBuffer) : other
    other = full
    used = 0
    writing = writeAll(fd, bytes).finally(() => {
      writing = undefined
      send()
    })
  }

  function addCount() {
    const line = `${JSON.stringify({ level: 'warn', message: 'Log lines were dropped', count: dropped })}\n`
    const whole = Buffer.concat([lines.subarray(0, used), Buffer.from(line)])
    lines = whole
    used = whole.length
    dropped = 0
  }

  async function flush() {
    send()
    while (writing) await writing
  }

  function flushNow() {
    // The end of the process would cut off a running write of another thread, and later lines would be written first.
    if (writing) Bun.sleepSync(writeEndsWithin)
    if (used === 0) return
    try {
      writeSync(fd, lines, 0, used)
    } catch {
      // The log itself has failed, so there is nowhere to report it.
    }
    used = 0
  }

  return { add, flush }
}

async function writeAll(fd: number, chunk: Buffer): Promise<void> {
  for (let from = 0; from < chunk.length;) {
    const written = await writeSome(fd, chunk, from)
    if (written === 'gone') return
    if (written === 0) await Bun.sleep(10)
    from += written
  }
}

/** The bytes written, 0 when the pipe is full for the moment, 'gone' when its reader has closed it. */
function writeSome(fd: number, chunk: Buffer, from: number): Promise<number | 'gone'> {
  return new Promise((resolve) => {
    write(fd, chunk, from, chunk.length - from, null, (error, written) => {
      if (!error) resolve(written)
      else resolve(error.code === 'EAGAIN' ? 0 : 'gone')
    })
  })
}
