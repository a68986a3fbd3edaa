import { giveExample, operations as describe } from '#platform/http/operation'
import { mediaInput, mediaItem, mediaSource } from './contract'
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
giveExample(mediaInput, {
  alt: { en: example.alt.en, es: 'Dos ingenieros junto a una prensa' },
  focus: { x: 0.4, y: 0.3 },
})
giveExample(mediaSource, { url: 'https://www.example.com/workshop.jpg' })

const added = {
  200: { description: 'The existing item, because the file is already in the library.' },
  201: { example: { usedIn: [] } },
}
const inUse =
  'Returns 409 with `usedIn` while live content or drafts use the file; with `force=1` it is removed from them.'

export const operations = describe({
  addMedia: {
    summary: 'Upload a file',
    description:
      'Uploads one file of at most 25 MiB: JPEG, PNG, WebP, AVIF, GIF, SVG or PDF, detected from its content. Pictures have at most 50 million pixels in all frames. Animated PNGs and animations of more than 200 frames are shown as their first frame (`notes` contains `stands-still`). A file that is already in the library returns the existing item, restored from the trash if necessary. An Idempotency-Key compares the content of the file.',
    upload: true,
    answers: added,
  },
  fetchMedia: {
    summary: 'Add a file from a URL',
    description:
      'Downloads the file from a public `https://` URL within ten seconds and adds it like an upload. URLs, host names and redirects that resolve to this machine or a private network are rejected.',
    answers: added,
  },
  listMedia: {
    summary: 'List media',
    description: 'Newest first. Pass `next` as `before` to retrieve the next page; it is null on the last one.',
  },
  findMedia: {
    summary: 'Retrieve a media item',
    description: 'Includes every use of the file; `in: history` marks a record of which only old versions use it.',
    answers: { 200: { headers: ['ETag'] } },
  },
  changeMedia: {
    summary: 'Update a media item',
    description:
      'Changes the name, the alternative texts, `decorative` and the focus point, which is kept visible when the picture is cropped. Omitted fields keep their values, and the URL does not change.',
    ifMatch: true,
    refusals: [409],
  },
  trashMedia: {
    summary: 'Move a media item to the trash',
    description: `The file is no longer listed or served, and can be restored for 30 days. ${inUse}`,
    ifMatch: true,
    answers: { 200: { example: { usedIn: [], trashedAt: '2026-03-05T10:30:00.000Z' } } },
    refusals: [409],
  },
  restoreMedia: {
    summary: 'Restore a media item from the trash',
    description: 'Records that use the file show it again.',
    ifMatch: true,
    refusals: [409],
  },
  deleteMedia: {
    summary: 'Delete a media item',
    description: `Permanently deletes the item and its file. ${inUse}`,
    ifMatch: true,
    refusals: [409],
  },
  replaceMedia: {
    summary: 'Replace the file of a media item',
    description: 'The item keeps its id, URL and texts; every record that uses it shows the new file.',
    upload: true,
    ifMatch: true,
    refusals: [409],
  },
})
