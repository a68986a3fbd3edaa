import { z } from 'zod'
import { namedRecord } from '#platform/named-record'
import type { Feature } from '#platform/feature'
import { languages } from '#i18n/language'
import { sitePaths } from '#i18n/addresses/paths'
import { plainForm } from '#platform/writes/plain-form'
import { messagesApi, sendForm } from './api'
import { messageInput, spamReason } from './contract'
import { notifyOwner } from './notify'
import { personalData } from './personal-data'
import { countUnread } from './store'
import { sweepMessages } from './sweep'
import { contactMessages, messageReplies } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    message: true
  }
}

const minute = 60_000

export const messages: Feature = {
  api: {
    named: { '/api/contact/:id': namedRecord(contactMessages, contactMessages.id, 'message') },
    routes: messagesApi,
    figures: { unread: countUnread },
    forms: [
      plainForm({
        path: sitePaths.contact,
        name: 'contact',
        fields: ['name', 'email', 'subject', 'message'],
        success: () => 'contact.successText',
        body: messageInput,
        isTimed: true,
        submit: sendForm,
      }),
    ],
  },
  content: {
    tables: {
      messages: {
        table: contactMessages,
        row: { spamReasons: z.array(spamReason), language: z.enum(languages).nullable() },
        later: ['archived', 'spamScore', 'spamReasons', 'spamSince', 'textHash', 'language'],
      },
      replies: { table: messageReplies },
    },
  },
  listeners: [notifyOwner],
  jobs: [{ name: 'sweep messages', every: minute, erases: true, runInEach: sweepMessages }],
  privacy: { holds: personalData },
}
