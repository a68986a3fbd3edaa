import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { mailServerInput, mailTest, settings, settingsInput } from './contract'

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
})
const meanings = {
  ownerLanguage: 'The language of mails to the owner.',
  messagesKeptDays: 'Messages are deleted after this number of days; null keeps them forever.',
  signUp:
    'What the sign-up form is for: the waitlist, or `news` (the form, its mails and their pages speak of a newsletter, and a sign-up asks for news). `off`: there is no form, and sign-ups are refused with 409.',
  welcome: 'A mail to each subscriber who has confirmed, once; null for none.',
  mailTo: 'The recipients of messages and notifications.',
  securityContact: 'The contact in `security.txt`.',
}
describeFields(settings, {
  ...meanings,
  fixed: 'The settings that environment variables set, with the name of the variable; they cannot be changed.',
})
describeFields(settingsInput, {
  ...meanings,
  siteUrl: 'It is requested before it is stored, and must lead to this site.',
  mailServer: 'It is tried before it is stored, and must accept its user.',
})
describeFields(mailServerInput, { password: 'By default the stored one, if host, port and user name stay.' })
giveExample(mailTest, { to: 'ada@acme.example' })

export const operations = describe({
  getSettings: 'Get settings. The settings in force, without the password of the mail server.',
  updateSettings:
    'Update settings. Omitted fields keep their values. Changes from `siteUrl` to `securityContact` need `currentPassword` or a confirmed session. They are in force in all processes within a second.',
  testMail: {
    text: 'Send a test mail. The mail is sent by the given server and sender, or by those in force; nothing is stored. A given `mailServer` or `mailFrom` needs `currentPassword` or a confirmed session. Returns 422 with the field that causes the failure.',
    idempotent: false,
  },
})
