import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import {
  mailDomain,
  newsletter,
  newsletterInput,
  newsletterPreview,
  readerCounts,
  sendInput,
  testInput,
} from './contract'

const texts = {
  subject: { en: 'Measuring before building', es: 'Medir antes de construir' },
  introduction: {
    en: 'What two weeks with a stopwatch have taught us.',
    es: 'Lo que dos semanas con un cronómetro nos han enseñado.',
  },
}
const meanings = {
  post: 'The id of the post to send; null for a newsletter of its own, with `title` and `body`.',
  body: 'HTML by language.',
  segment:
    'Limits the recipients to those who joined between two days, or (`waitlist`) who have a place on the waitlist and did not opt in to news.',
}
giveExample(newsletterInput, { post: 1, ...texts })
describeFields(newsletterInput, { ...meanings, subject: 'By default the title.' })
const counts = { total: 0, sent: 0, failed: 0, bounced: 0, unsubscribed: 0 }
giveExample(newsletter, { post: 1, ...texts, hasOwnSubject: true, title: null, body: null, ...counts })
giveExample(readerCounts, { all: 240, en: 170, es: 70 })
describeFields(newsletter, {
  ...meanings,
  hasOwnSubject: 'Whether the subject differs from the title.',
  untranslated:
    'What recipients get in whose language a text is missing: the newsletter in another language (`send`), or nothing (`skip`).',
  total: 'The number of recipients, once sending has started.',
  unsubscribed: 'How many unsubscribed by the link of this newsletter.',
})
giveExample(sendInput, { at: '2026-03-02T09:00:00.000Z' })
giveExample(testInput, { language: 'en' })
const preview = { text: 'We began with a stopwatch.', html: '<!doctype html>…', size: 18 }
describeFields(newsletterPreview.shape.en, {
  language: 'The language in which it is written, which may be another one.',
  size: 'The bytes of the HTML.',
  missing: 'The texts that are missing in the language of the recipients.',
})
giveExample(newsletterPreview, {
  en: { ...preview, language: 'en', subject: texts.subject.en, missing: [] },
  es: { ...preview, language: 'es', subject: texts.subject.es, missing: ['excerpt'] },
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
describeFields(mailDomain.shape.spf, { ok: 'null if the name servers do not respond within 5 seconds.' })

const needsLivePost = 'Returns 409 if the post is not live.'

export const operations = describe({
  listNewsletters: 'List newsletters. Newest first.',
  createNewsletter: 'Create a newsletter. A draft for the subscribers who opted in to news.',
  getNewsletter: 'Get a newsletter.',
  updateNewsletter: 'Update a newsletter. Returns 409 unless the newsletter is a draft or scheduled.',
  deleteNewsletter: 'Delete a newsletter. Returns 409 unless the newsletter is a draft.',
  previewNewsletter: `Preview a newsletter. Subject, text and HTML by the language of the recipients. ${needsLivePost}`,
  previewNewsletterPage: {
    text: `Preview a newsletter as an HTML page. A document without scripts, for a sandboxed frame. ${needsLivePost}`,
    answers: { 200: { description: 'The HTML document.', page: '<!doctype html>' } },
  },
  testNewsletter:
    'Send a test of a newsletter. It is sent to your email address only, ahead of queued mail. Returns 409 if your account has no email address, the site cannot send mail, or the post is not live.',
  sendNewsletter:
    'Send a newsletter. It is sent now, or at `at` if that is in the future. The recipients are all confirmed subscribers who have opted in to news when sending starts; each receives it once, in the language of their sign-up, at most `MAIL_RATE` mails a minute. A cancelled newsletter continues with the remaining recipients. Returns 409 if it was sent or is being sent, without recipients or a live post, and if the site cannot send mail.',
  cancelNewsletter:
    'Cancel a newsletter. Removes its mails from the queue; mails that the mail server has already accepted are delivered. Returns 409 for a draft and once all mails are sent.',
  countRecipients:
    'Count recipients. The confirmed subscribers who have opted in to news, in total and by language; with parameters, those of a segment.',
  checkMailDomain:
    'Check the mail domain. Looks up the SPF and DMARC records of the domain of the sender (`MAIL_FROM`).',
})
