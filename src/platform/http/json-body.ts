import { Elysia } from 'elysia'
import { deepestNesting, measureJson } from '#text/nesting'
import { largestPublicBody, readBodyText } from './body-text'
import { HttpError, invalid } from '#contract/http-error'

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
