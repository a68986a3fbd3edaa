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
const inTrash = 'Returns 409 if the item is in the trash.'
const inUse =
  'Returns 409 with `usedIn` while live content or drafts use the file; with `force=1` it is removed from them.'

export const operations = describe({
  uploadMedia: {
    text: 'Upload a file. One file of at most 25 MiB: JPEG, PNG, WebP, AVIF, GIF, SVG or PDF, detected from its content. Pictures have at most 50 million pixels in all frames. Animated PNGs and animations of more than 200 frames are shown as their first frame (`notes` contains `stands-still`). A file that is already in the library returns the existing item, restored from the trash if necessary. An Idempotency-Key compares the content of the file.',
    upload: true,
    answers: added,
  },
  fetchMedia: {
    text: 'Add a file from a URL. The file is downloaded from a public `https://` URL within ten seconds and added like an upload. URLs, host names and redirects that resolve to this machine or a private network are rejected.',
    answers: added,
  },
  listMedia: 'List media. Newest first. Pass `next` as `before` to retrieve the next page; it is null on the last one.',
  getMedia:
    'Get a media item. Includes every use of the file; `in: history` marks a record of which only old versions use it.',
  updateMedia: `Update a media item. Changes the name, the alternative texts, \`decorative\` and the focus point, which is kept visible when the picture is cropped. Omitted fields keep their values, and the URL does not change. ${inTrash}`,
  trashMedia: {
    text: `Move a media item to the trash. The file is no longer listed or served, and can be restored for 30 days. ${inUse}`,
    answers: { 200: { example: { usedIn: [], trashedAt: '2026-03-05T10:30:00.000Z' } } },
  },
  restoreMedia:
    'Restore a media item from the trash. Records that use the file show it again. Returns 409 if it is not in the trash.',
  deleteMedia: `Delete a media item. The file is deleted too, permanently. ${inUse}`,
  replaceMediaFile: {
    text: 'Replace the file of a media item. The item keeps its id, URL and texts; every record that uses it shows the new file. Returns 409 if the item is in the trash, or another item has this file.',
    upload: true,
  },
})
