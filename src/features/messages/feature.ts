import type { Feature } from '#base/feature'
import { sitePaths } from '#base/paths'
import { plainForm } from '#base/writes/plain-form'
import { messagesApi, send } from './api'
import { messageInput } from './contract'
import { contactMessages } from './table'

declare module '#base/events' {
  interface Kinds {
    message: true
  }
}

export const messages: Feature = {
  api: messagesApi,
  content: { messages: { table: contactMessages } },
  forms: [
    plainForm({
      path: sitePaths.contact,
      name: 'contact',
      fields: ['name', 'email', 'subject', 'message'],
      success: 'contact.successText',
      body: messageInput,
      submit: send,
    }),
  ],
}
