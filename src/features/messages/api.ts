import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { about, type Told } from '#base/events'
import { commit, type WriteContext } from '#base/writes/commit'
import { messageBody } from '#base/http/envelope'
import { notFound } from '#base/http-error'
import { parseId } from '#base/http/ids'
import { jsonBodies } from '#base/http/json-body'
import { clientAddress } from '#base/http/request-facts'
import { translate } from '#base/i18n/translate'
import { visitorLanguage } from '#base/i18n/visitor-language'
import type { Services } from '#base/services'
import { message, type Message, type MessageInput, messageInput, messageState } from './contract'
import { operations } from './operations'
import { listMessages, markMessage, sendMessage } from './store'

export const messagesApi = (services: Services) =>
  new Elysia({ prefix: '/contact' })
    .use(visitors(services))
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .use(jsonBodies())
    .get('', () => listMessages(services.db), { response: { 200: z.array(message) }, detail: operations.list })
    .put(
      '/:id',
      (context) =>
        commit(services, context, { status: 200, event: marked }, (tx) =>
          markMessage(tx, parseId(context.params.id, notFound('message')), context.body),
        ),
      {
        body: messageState,
        response: { 200: message },
        detail: operations.mark,
      },
    )

/** Apart, so that its body is read without a session and the others only with one. */
const visitors = (services: Services) =>
  new Elysia().use(jsonBodies()).post('', (context) => send(services, context), {
    body: messageInput,
    response: { 201: messageBody },
    detail: operations.send,
  })

/** Takes a message in, from the API and from the form without JavaScript alike. */
export const send = (services: Services, context: WriteContext & { body: MessageInput }) => {
  const { request, body } = context
  const answer = () => ({ message: translate(visitorLanguage(request), 'contact.successText') })
  return commit(services, context, { status: 201, event: received, answer }, (tx) =>
    sendMessage({ ...services, db: tx }, body, clientAddress(request)),
  )
}

/** By its sender: what they wrote is nobody's to keep elsewhere. */
const marked = ({ id, name, read }: Message): Told => ({
  ...about('message', 'updated')({ id, title: name }),
  deeds: [read ? 'read' : 'updated'],
})

const received = (row: { id: number } | null) => (row ? about('message', 'created')(row) : undefined)
