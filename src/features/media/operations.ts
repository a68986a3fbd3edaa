import { giveExample, operations as describe } from '#platform/http/operation'
import { mediaInput, mediaItem, mediaPart, mediaSource } from './contract'
import { mediaUrl } from './paths'

const example = {
  url: mediaUrl(12, 'workshop.jpg'),
  name: 'workshop.jpg',
  bytes: 2_483_112,
  width: 5472,
  height: 3648,
  alt: { en: 'Two engineers at a press, one holding a tablet', es: '' },
  focus: { x: 0.5, y: 0.5 },
}
giveExample(mediaItem, {
  ...example,
  usedIn: [{ kind: 'post', id: 3, title: 'Measuring before building', field: 'imageUrl', in: 'live' }],
})
giveExample(mediaPart, { next: null })
giveExample(mediaInput, {
  alt: { en: example.alt.en, es: 'Dos ingenieros junto a una prensa' },
  focus: { x: 0.4, y: 0.3 },
})
giveExample(mediaSource, { url: 'https://www.example.com/workshop.jpg' })

const added = {
  200: { description: 'The file is there already, as this item.' },
  201: { example: { usedIn: [] } },
}

export const operations = describe({
  addMedia: {
    summary: 'Add a picture or a PDF',
    description:
      'The one file `file` of at most 25 MiB: JPEG, PNG, WebP, AVIF, GIF, SVG or PDF, told by its bytes. Pictures have at most 50 million pixels, all frames together. Of an animated PNG, and of more than 200 frames, visitors see the first one: `notes` contains `stands-still`. A file that is there already is answered with its item, which comes back from the trash. With an Idempotency-Key it is the file that counts, not how it was wrapped.',
    upload: true,
    answers: added,
    refusals: [408],
  },
  fetchMedia: {
    summary: 'Fetch a picture or a PDF',
    description:
      'As an upload, from an `https://` address of the public network within ten seconds. Addresses, names and redirects that lead to this machine or a private network are refused.',
    answers: added,
  },
  listMedia: {
    summary: 'List the library',
    description: 'The newest first, 50 unless `limit` says otherwise. `next` is the `before` of the next part.',
  },
  findMedia: {
    summary: 'Read one item',
    description: 'With all places that use it. A record whose old versions alone use it says `history`.',
    answers: { 200: { headers: ['ETag'] } },
  },
  changeMedia: {
    summary: 'Describe an item',
    description:
      'Its name, its alternative texts, whether it is decorative, and the point that no cropping cuts off; what is left out stays. The address stays too.',
    ifMatch: true,
    refusals: [409],
  },
  trashMedia: {
    summary: 'Move an item to the trash',
    description:
      'Lists, pages and visitors find it no more; it can be brought back for 30 days. Refused with 409 and `usedIn` while something live or drafted uses it; with `force=1` pages then leave the picture out.',
    ifMatch: true,
    answers: { 200: { example: { usedIn: [], trashedAt: '2026-03-05T10:30:00.000Z' } } },
    refusals: [409],
  },
  restoreMedia: {
    summary: 'Take an item out of the trash',
    description: 'Every place that names it shows it again at once.',
    ifMatch: true,
    refusals: [409],
  },
  deleteMedia: {
    summary: 'Delete an item',
    description:
      'Refused with 409 and `usedIn` while something live or drafted uses it; with `force=1` pages then leave the picture out.',
    ifMatch: true,
    answers: { 204: { description: 'The item and its file are gone.' } },
    refusals: [409],
  },
  replaceMedia: {
    summary: 'Replace the file of an item',
    description:
      'The item keeps its id, its address and its texts, and every place that uses it shows the new file at once.',
    upload: true,
    ifMatch: true,
    refusals: [408, 409],
  },
})
