import { href, readAddress } from '#i18n/addresses/href'
import { largestPublicBody, readBodyText } from '#platform/http/bodies'
import { HttpError } from '#contract/http-error'
import { translateIssues } from '#platform/http/issues'
import { checkOrigin } from '#platform/http/request-facts'
import { languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import type { Services } from '#platform/services'
import type { FormResult } from '#contract/form-result'
import { toHttpError } from '#app/api/errors'
import { features } from '#app/features'
import type { Visit } from '#app/visit'

/** The forms of public pages, by the path they post to without JavaScript. */
const forms = new Map(features.flatMap(({ api }) => api?.forms ?? []).map((form) => [form.path, form]))

/** The paths, in every language, of pages whose opening time is used by the spam check. */
export const timedForms: ReadonlySet<string> = new Set(
  [...forms.values()]
    .filter(({ isTimed }) => isTimed)
    .flatMap(({ path }) => languages.map((language) => href(path, {}, language))),
)

/** The form named by a block of a custom page (`?form=contact`), or the one of the page itself. */
const formOf = ({ path: address, search }: Pick<Visit, 'path' | 'search'>) =>
  [...forms.values()].find(({ name }) => name === new URLSearchParams(search).get('form')) ??
  forms.get(readAddress(address).path)

export const takesForm = (address: string): boolean => forms.has(readAddress(address).path)
/** Whether a request names the form of a block; the page itself may still not exist. */
export const namesForm = (visit: Pick<Visit, 'path' | 'search'>): boolean => formOf(visit) !== undefined

type Submission = { status: number; result: FormResult; headers: Record<string, string> }

/**
 * Handles a posted form under the same rules as the API. Throws `HttpError` for a cross-site request, an unknown form, and
 * server errors.
 */
export async function submitForm(services: Services, visit: Visit): Promise<Submission> {
  const { request, language } = visit
  const form = formOf(visit)
  if (!form) throw new HttpError(405, 'errors.methodNotAllowed')
  checkOrigin(request)
  const fields = await readFields(request)
  try {
    await form.submit(services, { request, path: form.path, body: fields, set: { headers: {} } })
    const message = translate(language, form.success(services.config))
    return { status: 200, result: { form: form.name, status: 'success', message, issues: [], values: {} }, headers: {} }
  } catch (thrown) {
    const error = toHttpError(thrown)
    if (error.status >= 500) throw thrown
    const issues = translateIssues(language, error.options.issues ?? [])
    const message =
      issues.length === 1 && issues[0] ? issues[0].message : translate(language, error.messageId, error.options.values)
    const values = Object.fromEntries(form.fields.map((name) => [name, (fields[name] ?? '').toWellFormed()]))
    return {
      status: error.status,
      result: { form: form.name, status: 'error', message, issues, values },
      headers: error.options.headers ?? {},
    }
  }
}

async function readFields(request: Request): Promise<Record<string, string>> {
  if (!/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new HttpError(415, 'errors.notForm')
  return Object.fromEntries(new URLSearchParams(await readBodyText(request, largestPublicBody)))
}
