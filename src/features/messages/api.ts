import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { about, type NewEvent } from '#platform/events/events'
import { commit, type WriteContext } from '#platform/writes/commit'
import { dayCounts } from '#contract/day-counts'
import { messageBody, notFound } from '#contract/http-error'
import { readAddress } from '#i18n/addresses/href'
import { parseId } from '#platform/http/parameters'
import { jsonBodies } from '#platform/http/bodies'
import { answerLists } from '#platform/long-list'
import { clientAddress, requestActor } from '#platform/http/request-facts'
import { translate } from '#i18n/translate'
import { visitorLanguage } from '#i18n/visitor-language'
import type { Services } from '#platform/services'
import {
  message,
  messageChange,
  type MessageInput,
  messageInput,
  messageWithThread,
  replyInput,
  threadEntry,
  messageListQuery,
} from './contract'
import {
  type Changed,
  changeMessage,
  countMessages,
  deleteMessage,
  findMessage,
  listMessages,
  type Replied,
  replyToMessage,
  sendMessage,
} from './store'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'

const sent = {
  name: 'Ada Lovelace',
  message:
    'We count lessons by hand: https://school.example/lessons, https://school.example/rooms.\nCould you have a look?',
}
const stored = { ...sent, spam: { score: 10, reasons: ['Holds 2 links'] } }
giveExample(message, stored)
giveExample(messageWithThread, stored)
describeFields(message, {
  spam: 'How likely the message is spam, and why, in the language of the `industria-language` cookie.',
  replies: 'The number of replies.',
})
describeFields(messageWithThread, { thread: 'The replies, oldest first.' })
giveExample(messageInput, sent)
describeFields(messageInput, { formTime: 'How many milliseconds the form was open, which helps to detect spam.' })
giveExample(messageChange, { read: true, folder: 'archive' })
giveExample(threadEntry, { mail: { id: 52, state: 'sent' } })
describeFields(threadEntry, { mail: 'The delivery of the reply.' })

const operations = describe({
  sendMessage: {
    text: 'Send a contact message. As the contact form does. Returns 429 after 5 contact and waitlist submissions in a minute, or 30 in an hour, per client address.',
    answers: { 201: { example: { message: "We've received your message and will get back to you soon!" } } },
  },
  listMessages: 'List messages. Newest first. Spam is listed only with `folder=spam` or `folder=all`.',
  countMessages:
    'Count messages by day. The messages of the last 30 days and of the 30 days before, including archived ones but no spam. Days are in the time zone of the site, or in UTC.',
  getMessage: 'Get a message.',
  updateMessage: {
    text: 'Update a message. Marks it as read or unread, moves it to a folder, or both.',
    answers: { 200: { example: { read: true, folder: 'archive' } } },
  },
  deleteMessage: 'Delete a message. Its replies are deleted too.',
  replyToMessage: {
    text: 'Reply to a message. The sender gets an email in the language of the page with the form, which quotes their message. Returns 409 if the site cannot send mail.',
    answers: { 201: { example: { mail: { id: 52, state: 'waiting' } } } },
  },
})

const messages = z.array(message)

export const messagesApi = (services: Services) =>
  new Elysia({ prefix: '/contact', tags: ['Contact'] })
    .use(visitors(services))
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '',
      async (context) => {
        const list = await listMessages(services.db, context.query, visitorLanguage(context.request))
        return answerLists(services.log, context, [list], messages)
      },
      {
        query: messageListQuery,
        response: { 200: messages },
        detail: operations.listMessages,
      },
    )
    .get('/days', () => countMessages(services), {
      response: { 200: dayCounts },
      detail: operations.countMessages,
    })
    .get('/:id', ({ request, params }) => findMessage(services.db, idOf(params), visitorLanguage(request)), {
      response: { 200: messageWithThread },
      detail: operations.getMessage,
    })
    .put(
      '/:id',
      (context) =>
        commit(services, context, { status: 200, event: changed, answer: (made: Changed) => made.message }, (tx) =>
          changeMessage(tx, idOf(context.params), context.body, visitorLanguage(context.request)),
        ),
      {
        body: messageChange,
        response: { 200: message },
        detail: operations.updateMessage,
      },
    )
    .delete(
      '/:id',
      (context) =>
        commit(services, context, { status: 204, event: about('message', 'deleted') }, (tx) =>
          deleteMessage(tx, idOf(context.params)),
        ),
      { detail: operations.deleteMessage },
    )
    .post(
      '/:id/replies',
      (context) =>
        commit(services, context, { status: 201, event: answered, answer: (made: Replied) => made.entry }, (tx) =>
          replyToMessage(tx, services.config, idOf(context.params), {
            ...context.body,
            actor: requestActor(context.request),
          }),
        ),
      { body: replyInput, response: { 201: threadEntry }, detail: operations.replyToMessage },
    )

/** A plugin of its own, whose bodies are read without a session; the other one requires one. */
const visitors = (services: Services) =>
  new Elysia().use(jsonBodies()).post('', (context) => send(services, context), {
    body: messageInput,
    response: { 201: messageBody },
    detail: operations.sendMessage,
  })

/** Receives a message, from the API and from the form without JavaScript. */
const send = (services: Services, context: WriteContext & { body: MessageInput }) => {
  const { request, body } = context
  const answer = () => ({ message: translate(pageLanguage(request), 'contact.successText') })
  return commit(services, context, { status: 201, event: received, answer }, (tx) =>
    sendMessage({ ...services, db: tx }, body, { address: clientAddress(request), language: pageLanguage(request) }),
  )
}

const idOf = ({ id }: { id: string }) => parseId(id, notFound('message'))

const answered = ({ id, title }: Replied): NewEvent => ({
  ...about('message', 'updated')({ id, title }),
  activityActions: ['replied'],
})

const changed = ({ message: { id }, title, activityActions }: Changed): NewEvent | undefined =>
  activityActions.length === 0 ? undefined : { kind: 'message', action: 'updated', id, title, activityActions }

/** Without JavaScript the form does not send how long it was open; the server uses the time at which it sent the page. */
export const sendForm = (services: Services, context: WriteContext & { body: MessageInput }) => {
  const { request, body } = context
  const formTime = services.formOpenings.take(request.headers, clientAddress(request))
  return send(services, { ...context, body: { ...body, formTime } })
}

/** The language of the form's page: without JavaScript that is the URL posted to. */
const pageLanguage = (request: Request) => readAddress(new URL(request.url).pathname).pinned ?? visitorLanguage(request)

const received = (row: { id: number } | null): NewEvent | undefined =>
  row ? { ...about('message', 'created')(row), verb: 'received' } : undefined
