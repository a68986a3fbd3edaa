import { giveExample, operations as describe } from '#platform/http/operation'
import { mailTest, mailTestResult, settings, settingsInput } from './contract'

giveExample(settingsInput, { ownerLanguage: 'en' })
giveExample(settings, {
  welcome: {
    subject: { en: 'Welcome to Acme', es: 'Le damos la bienvenida a Acme' },
    text: { en: '<p>Thank you for signing up.</p>', es: '<p>Gracias por suscribirse.</p>' },
  },
  siteUrl: 'https://acme.example',
  mailServer: {
    host: 'smtp.acme.example',
    port: 587,
    security: 'starttls',
    username: 'site@acme.example',
    hasPassword: true,
    needsPassword: false,
  },
  mailFrom: '"Acme" <site@acme.example>',
  mailTo: ['ada@acme.example'],
  securityContact: 'security@acme.example',
  timeZone: 'Europe/Madrid',
  fixed: {},
})
giveExample(mailTest, { to: 'ada@acme.example' })
giveExample(mailTestResult, { to: 'ada@acme.example' })

export const operations = describe({
  getSettings:
    'Get settings. The language of mails to the owner, the number of days after which messages are deleted, what the sign-up form is for, the welcome mail, and the address, mail and time zone in force. `fixed` names those that the environment sets. The password of the mail server is never returned.',
  updateSettings:
    'Update settings. Omitted fields keep their values. With `messagesKeptDays: null` messages are kept forever. `signUp`: `waitlist`, `news` (the form, its mails and their pages speak of a newsletter, and a sign-up asks for news), or `off` (there is no form, and sign-ups are refused with 409). `welcome`: a mail to each subscriber who has confirmed, once; null for none. A new `siteUrl` must lead to this site, and a new `mailServer` must accept its user: both are tried before they are stored. A `mailServer` without `password` keeps the stored one, if host, port and user name stay. Changes from `siteUrl` to `securityContact` need `currentPassword`, or a session that was confirmed in the last 10 minutes. Returns 429 after 10 wrong passwords in 15 minutes. In force in all processes within a second.',
  testMail: {
    text: 'Send a test mail. The mail is sent by the given server and sender, or by those in force; nothing is stored. A given `mailServer` or `mailFrom` needs `currentPassword`, or a confirmed session. Returns 422 with the field that causes the failure, and 429 after 10 wrong passwords in 15 minutes.',
    idempotent: false,
  },
})
