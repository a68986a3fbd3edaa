import type { ZodType } from 'zod'
import { invalid } from '#contract/http-error'
import { schemaIssues } from '#platform/http/issues'
import type { MessageId } from '#i18n/messages'
import { isMessageId } from '#i18n/translate'
import type { Config } from '#platform/config'
import type { Services } from '#platform/services'
import type { FormResult } from '#contract/form-result'
import type { WriteContext } from './commit'

/** A form of a public page that works without JavaScript: it posts to `path`, its own page. */
export type PlainForm = {
  path: string
  name: FormResult['form']
  /** The fields whose values are shown again after an error. */
  fields: readonly string[]
  success(config: Config): MessageId
  /** Whether the time that its page was open is checked. */
  isTimed?: boolean
  submit(services: Services, context: WriteContext & { body: Record<string, string> }): Promise<unknown>
}

/** `submit` gets the fields parsed by the contract of the corresponding API route. */
export function plainForm<Body>({
  body: schema,
  submit,
  ...form
}: Omit<PlainForm, 'submit'> & {
  body: ZodType<Body>
  submit(services: Services, context: WriteContext & { body: Body }): Promise<unknown>
}): PlainForm {
  return {
    ...form,
    submit(services, context) {
      const parsed = schema.safeParse(context.body)
      if (!parsed.success) throw invalid(schemaIssues(parsed.error).filter(({ message }) => isMessageId(message)))
      return submit(services, { ...context, body: parsed.data })
    },
  }
}
