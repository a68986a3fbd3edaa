import { giveExample, operations as describe } from '#platform/http/operation'
import {
  mailDomain,
  newsletter,
  newsletterInput,
  newsletterPreview,
  readerCounts,
  sendInput,
  testAnswer,
  testInput,
} from './contract'

const texts = {
  subject: { en: 'Measuring before building', es: 'Medir antes de construir' },
  introduction: {
    en: 'What two weeks with a stopwatch have taught us.',
    es: 'Lo que dos semanas con un cronómetro nos han enseñado.',
  },
}
giveExample(newsletterInput, { post: 1, ...texts, audience: 'all' })
giveExample(newsletter, {
  post: 1,
  ...texts,
  hasOwnSubject: true,
  audience: 'all',
  state: 'draft',
  sendAt: null,
  total: 0,
  sent: 0,
  failed: 0,
  bounced: 0,
  unsubscribed: 0,
})
giveExample(sendInput, { at: '2026-03-02T09:00:00.000Z' })
giveExample(testInput, { language: 'en' })
giveExample(testAnswer, { to: 'ada@acme.example' })
giveExample(readerCounts, { all: 240, en: 170, es: 70 })
giveExample(newsletterPreview, {
  en: {
    language: 'en',
    subject: texts.subject.en,
    text: 'We began with a stopwatch.',
    html: '<!doctype html>…',
    size: 18,
  },
  es: {
    language: 'es',
    subject: texts.subject.es,
    text: 'Empezamos con un cronómetro.',
    html: '<!doctype html>…',
    size: 18,
  },
})
giveExample(mailDomain, {
  domain: 'acme.example',
  spf: {
    ok: true,
    record: 'v=spf1 include:mail.example -all',
    advice: 'Mail servers can see who may send mail for acme.example.',
  },
  dmarc: { ok: false, record: null, advice: 'Add a TXT record at _dmarc.acme.example.' },
})

export const operations = describe({
  listNewsletters: { summary: 'List the letters', description: 'The newest first.' },
  addNewsletter: {
    summary: 'Write a letter to subscribers',
    description:
      'A draft that sends a post to whoever has asked for news. Without `subject` the title of the post is the subject; where a Spanish text is empty, the English one stands for it.',
  },
  findNewsletter: {
    summary: 'Read a letter',
    description:
      '`total` is how many it goes to, since it is being sent; `unsubscribed` how many have left by its link.',
    answers: { 200: { headers: ['ETag'] } },
  },
  changeNewsletter: {
    summary: 'Change a letter',
    description: 'While it is a draft or scheduled; after that it is a 409.',
    ifMatch: true,
    refusals: [409],
  },
  deleteNewsletter: {
    summary: 'Delete a letter',
    description: 'Drafts alone; any other is a 409.',
    ifMatch: true,
    refusals: [409],
  },
  previewNewsletter: {
    summary: 'See a letter as readers get it',
    description:
      'Text and HTML for the readers of each language, English where the post is not translated. 409 where visitors may not read the post.',
    refusals: [409],
  },
  showNewsletter: {
    summary: 'See the HTML of a letter',
    description: 'As a page for a frame of the admin, which runs nothing; `language` is that of the readers.',
    answers: { 200: { description: 'The letter.', page: '<!doctype html>' } },
    refusals: [409],
  },
  testNewsletter: {
    summary: 'Send a letter to oneself',
    description:
      'To the address of the account that asks, and to nobody else, before all letters that wait. Without such an address, without SMTP or without a live post it is a 409.',
    answers: { 202: { description: 'It is on its way.' } },
    refusals: [409],
  },
  sendNewsletter: {
    summary: 'Send a letter',
    description:
      'At once, or at `at`; a moment that has passed is at once. It goes to everybody who is confirmed and has asked for news when the sending begins, to each once and in the language of their sign-up, at most MAIL_RATE a minute. What was cancelled goes on with those who have not got it. 409 without SMTP, without a reader, without a live post, and once it is sent or being sent.',
    answers: { 202: { description: 'It is scheduled, or being sent.' } },
    ifMatch: true,
    refusals: [409],
  },
  cancelNewsletter: {
    summary: 'Cancel a letter',
    description: 'Whoever’s letter the mail server has not been given gets none. 409 for a draft and for what is sent.',
    ifMatch: true,
    refusals: [409],
  },
  countReaders: {
    summary: 'Count the readers',
    description: 'How many a letter would go to now: whoever is confirmed and has asked for news, all and by language.',
  },
  checkMailDomain: {
    summary: 'Check the domain of the site’s mail',
    description:
      'What name servers tell other mail servers of the domain of MAIL_FROM (SPF and DMARC), and what to do in plain words. `ok` is null where that cannot be known within 5 seconds.',
  },
})
