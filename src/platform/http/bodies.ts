import { Busboy } from '@fastify/busboy'
import { rm } from 'node:fs/promises'
import { fileFault, writeOut } from '#platform/storage/disk'
import { HttpError, invalid } from '#contract/http-error'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import { Elysia } from 'elysia'
import { deepestNesting, measureJson } from '#text/nesting'
import { codeOf } from '#platform/start-error'

/**
 * Maximum bytes of the body of a request without a session: twelve for each character of the longest message,
 * escaped in a form (`%F0%9F%98%80`) or in JSON (`\ud83d\ude00`), and some for the other fields.
 */
export const largestPublicBody = 64 * 1024

/** The text of a body of at most `largest` bytes; '' without one. Throws 413, or 400 when it is not UTF-8. */
export async function readBodyText(request: Request, largest: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > largest) throw new HttpError(413, 'errors.tooLarge')
  const bytes = await readLimited(request.body ?? [], largest)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpError(400, 'errors.malformed')
  }
}

/** Counts while reading, because a chunked body has no Content-Length. Throws 413 for more than `largest` bytes. */
export async function readLimited(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  largest: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    // Leaving the loop cancels the stream.
    if (size > largest) throw new HttpError(413, 'errors.tooLarge')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const largestBody = 1024 * 1024

/**
 * About the number of values in a body, and of names in one of its objects: more than every route takes. Each value that
 * a schema refuses costs more than its text.
 */
const mostValues = 20_000

const mostNames = 2000

/** Public routes below it read JSON bodies; other media types and long bodies are refused before parsing. */
export const jsonBodies = () =>
  new Elysia().onParse({ as: 'scoped' }, async ({ request }) => readJson(request, largestPublicBody))

/**
 * The JSON of a body; null without one (with undefined Elysia would try its own parsers). Throws 415, 413, 400, and 422
 * for more values than any route takes.
 */
export async function readJson(request: Request, largest = largestBody): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !isJson(type)) throw notJson()
  if (!/^(identity)?$/i.test(request.headers.get('content-encoding') ?? '')) throw notJson()
  const text = await readBodyText(request, largest)
  if (text === '') return null
  if (type === null) throw notJson()
  const { deepest, values, names } = measureJson(text)
  if (deepest > deepestNesting) throw new HttpError(400, 'errors.tooDeep')
  const parsed = parse(text)
  if (values > mostValues || names > mostNames) throw invalid([{ path: '', message: 'validation.tooManyValues' }])
  return parsed
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'errors.malformed')
  }
}

const isJson = (type: string) => /^\s*application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i.test(type)
const notJson = () => new HttpError(415, 'errors.notJson')

/** A completely received file, flushed to the disk. `hash` is its SHA-256 (hex), `name` as sent by the client. */
export type Received = { path: string; name: string; bytes: number; hash: string }

type Fields = Readonly<Record<string, string>>

type Options = {
  field: string
  largest: number
  path: string
  longestPause?: number
  longest?: number
  /** Called when the file begins, with the fields before it: an error refuses the upload at that point. */
  begun?(fields: Fields): Promise<void>
}

/** Bytes that a multipart body may hold beside its file: boundaries and unknown fields. */
const mostBeside = 64 * 1024

/** Bytes to process before yielding to other requests. */
const piece = 64 * 1024

/** Milliseconds without a byte, and for the whole upload. */
const pause = 20_000

let mostBytes = Infinity

/** Bytes of every file, in addition to the limits of each use. */
export function limitUploads(most: number): void {
  mostBytes = most
}

const all = 15 * 60_000

/**
 * Streams the one file of a multipart body to `path`, holding no more than a chunk of it in memory, and reads the short
 * `fields` beside it. Removes the file when it throws: 400 for a malformed or truncated body, 408, 413, 415, 422 for no
 * file or several, 507.
 */
export async function receiveFile(
  request: Request,
  { field, largest: wanted, path, longestPause = pause, longest = all, begun = async () => {} }: Options,
): Promise<Received & { fields: Fields }> {
  const largest = Math.min(wanted, mostBytes)
  if (Number(request.headers.get('content-length') ?? 0) > largest + mostBeside) throw tooLarge()
  const parser = openParser(request.headers.get('content-type'), largest)
  const failed = Promise.withResolvers<never>()
  // The rejection may come after its last listener has gone.
  failed.promise.catch(() => {})
  let file: Promise<Received> | undefined
  let coming: FileStream | undefined
  const fields: Record<string, string> = Object.create(null)
  parser.on('field', (name: string, value: string) => void (fields[name] = value))

  parser.on('file', (name: string, stream: FileStream, filename: string | undefined) => {
    stream.on('error', () => failed.reject(malformed()))
    if (file || name !== field) {
      stream.resume()
      // A form without a chosen file sends an empty one.
      if (filename) failed.reject(file ? fault('validation.oneFile') : fault('validation.noFile'))
    } else if (filename) {
      coming = stream
      stream.on('limit', () => failed.reject(tooLarge()))
      file = begun({ ...fields })
        .then(() => writeOut(stream as AsyncIterable<Uint8Array>, path))
        .then((written) => ({ ...written, path, name: filename }))
      file.catch((error: unknown) => failed.reject(error))
    } else {
      stream.resume()
    }
  })
  parser.on('error', () => failed.reject(malformed()))
  const finished = new Promise<void>((resolve) => parser.on('finish', resolve))

  try {
    for await (const chunk of inTime(request, { longestPause, longest })) {
      for (let at = 0; at < chunk.byteLength; at += piece) {
        if (hasRunLong()) await yieldToEventLoop()
        await Promise.race([taken(parser, chunk.subarray(at, at + piece)), failed.promise])
      }
    }
    parser.end()
    await Promise.race([finished, failed.promise])
    if (!file) throw fault('validation.noFile')
    return { ...(await Promise.race([file, failed.promise])), fields }
  } catch (error) {
    parser.destroy()
    // Ends the pipeline that writes the file, so that it closes the file.
    coming?.destroy(malformed())
    const written: unknown = await file?.catch((failure: unknown) => failure)
    await rm(path, { force: true })
    // A full disk also shows up as a stream that ended too early.
    throw fileFault(codeOf(written) === '' ? error : written)
  }
}

type FileStream = NodeJS.ReadableStream & { destroy(error?: Error): void }

function openParser(type: string | null, largest: number) {
  if (!/^\s*multipart\/form-data\b/i.test(type ?? '')) throw new HttpError(415, 'errors.notMultipart')
  try {
    return new Busboy({
      headers: { 'content-type': type ?? '' },
      preservePath: true,
      limits: { fileSize: largest, files: 2, fields: 20, fieldSize: 10_000, headerPairs: 20 },
    })
  } catch {
    throw malformed()
  }
}

/** Resolves when the parser accepts more data. */
const taken = (parser: ReturnType<typeof openParser>, chunk: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    parser.write(chunk, (error?: Error | null) => (error ? reject(malformed()) : resolve()))
  })

/** The body in chunks; throws 408 for a client that pauses too long or never ends, 400 for one that disconnected. */
async function* inTime(request: Request, { longestPause, longest }: { longestPause: number; longest: number }) {
  const reader = request.body?.getReader()
  const end = performance.now() + longest
  let isOver = reader === undefined
  try {
    while (reader && !isOver) {
      const slow = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => slow.reject(new HttpError(408, 'errors.uploadSlow')),
        Math.min(longestPause, end - performance.now()),
      )
      try {
        const { done, value } = await Promise.race([reader.read().catch(cutOff), slow.promise])
        isOver = done
        if (value) yield value
      } finally {
        clearTimeout(timer)
      }
    }
  } finally {
    if (!isOver) void reader?.cancel().catch(() => {})
  }
}

function cutOff(): never {
  throw malformed()
}

const malformed = () => new HttpError(400, 'errors.badUpload')
const tooLarge = () => new HttpError(413, mostBytes === Infinity ? 'errors.fileTooLarge' : 'errors.demoUpload')
const fault = (message: 'validation.noFile' | 'validation.oneFile') => invalid([{ path: 'file', message }])

/** A response body with backpressure. */
export function streamPieces(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await source.return?.()
    },
  })
}
