import { Elysia } from 'elysia'
import { deepestNesting, nestingOf } from '#text/nesting'
import { largestPublicBody, readBodyText } from './body-text'
import { HttpError } from '#contract/http-error'

const largestBody = 1024 * 1024

/** Public routes below it read JSON bodies; other media types and long bodies are refused before parsing. */
export const jsonBodies = () =>
  new Elysia().onParse({ as: 'scoped' }, async ({ request }) => readJson(request, largestPublicBody))

/** The JSON of a body; null without one (with undefined Elysia would try its own parsers). Throws 415, 413 or 400. */
export async function readJson(request: Request, largest = largestBody): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !isJson(type)) throw notJson()
  if (!/^(identity)?$/i.test(request.headers.get('content-encoding') ?? '')) throw notJson()
  const text = await readBodyText(request, largest)
  if (text === '') return null
  if (type === null) throw notJson()
  if (nestingOf(text) > deepestNesting) throw new HttpError(400, 'errors.tooDeep')
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'errors.malformed')
  }
}

const isJson = (type: string) => /^\s*application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i.test(type)
const notJson = () => new HttpError(415, 'errors.notJson')
