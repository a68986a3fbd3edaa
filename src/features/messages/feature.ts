import type { Feature } from '#base/feature'
import { sitePaths } from '#base/paths'
import { plainForm } from '#base/writes/plain-form'
import { messagesApi, send } from './api'
import { messageInput } from './contract'
import { notifyOwner } from './notify'
import { sweepMessages } from './store'
import { contactMessages } from './table'

declare module '#base/events' {
  interface Kinds {
    message: true
  }
}

const hour = 3_600_000

export const messages: Feature = {
  api: messagesApi,
  listeners: [notifyOwner],
  due: [{ name: 'sweep messages', every: hour, run: sweepMessages }],
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
