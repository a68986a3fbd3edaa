import { namedRecord } from '#platform/named-record'
import type { Feature } from '#platform/feature'
import { sitePaths } from '#i18n/addresses/paths'
import { plainForm } from '#platform/writes/plain-form'
import { messagesApi, sendForm } from './api'
import { messageInput } from './contract'
import { findableMessages } from './findable'
import { notifyOwner } from './notify'
import { personalData } from './personal-data'
import { countUnread } from './store'
import { sweepMessages } from './sweep'
import { contactMessages, messageReplies } from './table'
import { storedMessage, storedReply } from './stored'

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
        row: storedMessage,
        later: ['archived', 'spamScore', 'spamReasons', 'spamSince', 'textHash', 'language'],
      },
      replies: { table: messageReplies, row: storedReply },
    },
  },
  listeners: [notifyOwner],
  jobs: [{ name: 'sweep messages', every: minute, erases: true, runInEach: sweepMessages }],
  privacy: { holds: personalData },
  findable: { rows: [findableMessages] },
}
