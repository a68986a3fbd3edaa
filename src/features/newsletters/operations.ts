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
const segment = { joinedFrom: null, joinedUntil: null, state: 'confirmed' as const }
giveExample(newsletter, {
  post: 1,
  ...texts,
  hasOwnSubject: true,
  title: null,
  body: null,
  audience: 'all',
  segment,
  untranslated: 'send',
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
    missing: [],
  },
  es: {
    language: 'es',
    subject: texts.subject.es,
    text: 'Empezamos con un cronómetro.',
    html: '<!doctype html>…',
    size: 18,
    missing: ['excerpt'],
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

const needsLivePost = 'Returns 409 if the post is not live.'

export const operations = describe({
  listNewsletters: 'List newsletters. Newest first.',
  createNewsletter:
    'Create a newsletter. Creates a draft that sends a `post`, or a letter of its own with `title` and `body` (HTML), to the subscribers who opted in to news. Without a `subject` the title is used. `segment` limits the recipients to those who joined in a time, or to those with a place on the waitlist who did not opt in to news (`waitlist`).',
  getNewsletter:
    'Get a newsletter. `total` is the number of recipients once sending has started; `unsubscribed` counts those who unsubscribed by its link.',
  updateNewsletter: 'Update a newsletter. Returns 409 unless the newsletter is a draft or scheduled.',
  deleteNewsletter: 'Delete a newsletter. Returns 409 unless the newsletter is a draft.',
  previewNewsletter: `Preview a newsletter. Returns subject, text and HTML for each language; in another language where it is not written in that one, as \`missing\` says. ${needsLivePost}`,
  previewNewsletterPage: {
    text: `Preview a newsletter as an HTML page. Returns the HTML as a document without scripts, for a sandboxed frame. ${needsLivePost}`,
    answers: { 200: { description: 'The HTML document.', page: '<!doctype html>' } },
  },
  testNewsletter:
    'Send a test of a newsletter. It is sent to your email address only, ahead of queued mail. Returns 409 if your account has no email address, the site cannot send mail, or the post is not live.',
  sendNewsletter:
    'Send a newsletter. It is sent now, or at `at` if that is in the future. The recipients are all confirmed subscribers who have opted in to news when sending starts; each receives it once, in the language of their sign-up, at most MAIL_RATE mails a minute. Readers in whose language a text is missing get it in another one, or with `untranslated: "skip"` not at all. A cancelled newsletter continues with the remaining recipients. Returns 409 if it was sent or is being sent, without recipients or a live post, and if the site cannot send mail.',
  cancelNewsletter:
    'Cancel a newsletter. Removes its mails from the queue; mails that the mail server has already accepted are delivered. Returns 409 for a draft and once all mails are sent.',
  countRecipients:
    'Count recipients. Returns how many confirmed subscribers have opted in to news, in total and by language; with parameters, those of a segment.',
  checkMailDomain:
    'Check the mail domain. Looks up the SPF and DMARC records of the domain of MAIL_FROM and returns advice for each. `ok` is null if the name servers do not respond within 5 seconds.',
})
