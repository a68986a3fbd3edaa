import type { ZodType } from 'zod'
import { readBodyText } from '#base/http/body-text'
import { HttpError, invalid } from '#base/http-error'
import { schemaIssues, translateIssues } from '#base/http/issues'
import { checkOrigin } from '#base/http/origin-check'
import { clientAddress } from '#base/http/request-facts'
import { isMessageId, translate } from '#base/i18n/translate'
import type { MessageId } from '#base/i18n/messages'
import type { Services } from '#base/services'
import type { FormResult } from '#base/ui/form-result'
import { messageInput } from '#features/messages/contract'
import { sendMessage } from '#features/messages/store'
import { signUp } from '#features/waitlist/contract'
import { joinWaitlist } from '#features/waitlist/store'
import { toHttpError } from '#app/api/errors'
import type { Visit } from '#app/visit'

type Form = {
  name: FormResult['form']
  fields: string[]
  success: MessageId
  submit(services: Services, fields: Record<string, string>, address: string): Promise<void>
}

/** The forms of the public pages, by the path that they post to without JavaScript. */
const forms: Record<string, Form> = {
  '/': {
    name: 'waitlist',
    fields: ['email'],
    success: 'waitlist.successText',
    submit: (services, fields, address) => joinWaitlist(services, parse(signUp, fields), address),
  },
  '/contact/': {
    name: 'contact',
    fields: ['name', 'email', 'subject', 'message'],
    success: 'contact.successText',
    submit: (services, fields, address) => sendMessage(services, parse(messageInput, fields), address),
  },
}

const largestBody = 64 * 1024

export const takesForm = (path: string): boolean => Object.hasOwn(forms, path)

export type Submission = { status: number; result: FormResult; headers: Record<string, string> }

/** Takes a posted form in, under the same rules as the API. What another site sends, what is no form at all, and what breaks at the server is thrown as `HttpError`. */
export async function submitForm(services: Services, { request, path, language }: Visit): Promise<Submission> {
  const form = forms[path]
  if (!form) throw new HttpError(405, 'errors.methodNotAllowed')
  checkOrigin(request)
  const fields = await readFields(request)
  try {
    await form.submit(services, fields, clientAddress(request))
    const message = translate(language, form.success)
    return { status: 200, result: { form: form.name, status: 'success', message, issues: [], values: {} }, headers: {} }
  } catch (thrown) {
    const error = toHttpError(thrown)
    if (error.status >= 500) throw thrown
    const issues = translateIssues(language, error.options.issues ?? [])
    const message = issues.length === 1 && issues[0] ? issues[0].message : translate(language, error.messageId, error.options.values)
    const values = Object.fromEntries(form.fields.map((name) => [name, (fields[name] ?? '').toWellFormed()]))
    return { status: error.status, result: { form: form.name, status: 'error', message, issues, values }, headers: error.options.headers ?? {} }
  }
}

function parse<Value>(schema: ZodType<Value>, fields: Record<string, string>): Value {
  const parsed = schema.safeParse(fields)
  if (!parsed.success) throw invalid(schemaIssues(parsed.error).filter(({ message }) => isMessageId(message)))
  return parsed.data
}

async function readFields(request: Request): Promise<Record<string, string>> {
  if (!/^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) throw new HttpError(415, 'errors.notForm')
  return Object.fromEntries(new URLSearchParams(await readBodyText(request, largestBody)))
}
