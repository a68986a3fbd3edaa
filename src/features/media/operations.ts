import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { mediaInput, mediaItem, mediaPart, mediaSource, mediaUse } from './contract'
import { mediaUrl } from './paths'

const alt = { en: 'Two engineers at a press, one holding a tablet', es: '' }
giveExample(mediaItem, {
  url: mediaUrl(12, 'workshop.jpg'),
  name: 'workshop.jpg',
  bytes: 2_483_112,
  width: 5472,
  height: 3648,
  alt,
  focus: { x: 0.5, y: 0.5 },
})
describeFields(mediaItem, {
  url: 'The permanent path of the file.',
  width: 'In pixels, after rotation; null for a PDF.',
  usedIn: 'The records that use the file.',
  notes: '`stands-still`: only the first frame of the animation is shown.',
})
describeFields(mediaUse, { in: '`history`: only old versions of the record use the file.' })
giveExample(mediaUse, { id: 3, field: 'imageUrl' })
giveExample(mediaInput, { alt: { en: alt.en, es: 'Dos ingenieros junto a una prensa' }, focus: { x: 0.4, y: 0.3 } })
giveExample(mediaSource, { url: 'https://www.example.com/workshop.jpg' })
describeFields(mediaPart, { next: 'Sent as `before`, it continues the list; null at its end.' })

const added = {
  200: { description: 'The existing item, because the file is already in the library.' },
  201: { example: { usedIn: [] } },
}
const inTrash = 'Returns 409 if the item is in the trash.'
const inUse =
  'Returns 409 with `usedIn` while live content or drafts use the file; with `force=1` it is removed from them.'

export const operations = describe({
  uploadMedia: {
    text: 'Upload a file. One file of at most 25 MiB: JPEG, PNG, WebP, AVIF, GIF, SVG or PDF, detected from its content. Pictures have at most 50 million pixels in all frames. Animated PNGs and animations of more than 200 frames are shown as their first frame. A file that is already in the library returns the existing item, restored from the trash if necessary. An Idempotency-Key compares the content of the file.',
    upload: true,
    answers: added,
  },
  fetchMedia: {
    text: 'Add a file from a URL. The file is downloaded from a public `https://` URL within ten seconds and added like an upload. URLs, host names and redirects that resolve to this machine or a private network are rejected.',
    answers: added,
  },
  listMedia: 'List media. Newest first.',
  getMedia: 'Get a media item.',
  updateMedia: `Update a media item. Omitted fields keep their values, and the URL does not change. ${inTrash}`,
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
