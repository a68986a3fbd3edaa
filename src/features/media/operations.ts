import { operation } from '#base/http/operation'
import type { MediaInput, MediaItem } from './contract'
import { mediaUrl } from './paths'

const tag = 'Media'

const example: MediaItem = {
  id: 12,
  url: mediaUrl(12, 'workshop.jpg'),
  name: 'workshop.jpg',
  mime: 'image/jpeg',
  bytes: 2_483_112,
  width: 5472,
  height: 3648,
  alt: { en: 'Two engineers at a press, one holding a tablet', es: '' },
  decorative: false,
  focus: { x: 0.5, y: 0.5 },
  usedIn: [{ kind: 'post', id: 3, title: 'Measuring before building', field: 'imageUrl', in: 'live' }],
  createdAt: '2026-03-02T09:00:00.000Z',
  version: 2,
}
const input: MediaInput = {
  alt: { en: example.alt.en, es: 'Dos ingenieros junto a una prensa' },
  focus: { x: 0.4, y: 0.3 },
}

const id = {
  id: {
    description: 'The id of the item.',
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    example: example.id,
  },
}
const file = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object' as const,
        required: ['file'],
        properties: { file: { type: 'string' as const, contentMediaType: 'application/octet-stream' } },
      },
    },
  },
}
const write = { tag, session: true, unsafe: true, idempotent: true } as const

export const operations = {
  add: {
    ...operation({
      ...write,
      id: 'addMedia',
      summary: 'Add a picture or a PDF',
      description:
        'The one file `file` of at most 25 MiB: JPEG, PNG, WebP, AVIF, GIF, SVG or PDF, told by its bytes. Pictures have at most 50 million pixels, all frames together. A file that is there already is answered with its item, which comes back from the trash. With an Idempotency-Key it is the file that counts, not how it was wrapped.',
      answers: {
        200: { description: 'The file is there already, as this item.', example, headers: ['ETag'] },
        201: { description: 'The item.', example: { ...example, usedIn: [], version: 1 }, headers: ['ETag'] },
      },
      refusals: [408, 422],
    }),
    requestBody: file,
  },
  fetch: operation({
    ...write,
    id: 'fetchMedia',
    summary: 'Fetch a picture or a PDF',
    description:
      'As an upload, from an `https://` address of the public network within ten seconds. Addresses, names and redirects that lead to this machine or a private network are refused.',
    example: { url: 'https://www.example.com/workshop.jpg' },
    answers: {
      200: { description: 'The file is there already, as this item.', example, headers: ['ETag'] },
      201: { description: 'The item.', example: { ...example, usedIn: [], version: 1 }, headers: ['ETag'] },
    },
  }),
  list: operation({
    id: 'listMedia',
    tag,
    summary: 'List the library',
    description: 'The newest first, 50 unless `limit` says otherwise. `next` is the `before` of the next part.',
    session: true,
    parameters: {
      q: {
        description: 'A part of names or alternative texts, without regard to case and accents.',
        example: 'press',
        optional: true,
      },
      limit: {
        description: 'At most so many.',
        schema: { type: 'integer', minimum: 1, maximum: 100 },
        example: 50,
        optional: true,
      },
      before: {
        description: 'The `next` of the part before.',
        schema: { type: 'integer', minimum: 1 },
        example: 12,
        optional: true,
      },
      lacks: {
        description: 'Only pictures without alternative text in one language at least, but for decorative ones.',
        schema: { type: 'string', enum: ['alt'] },
        example: 'alt',
        optional: true,
      },
      type: {
        description: 'Only pictures, no documents.',
        schema: { type: 'string', enum: ['picture'] },
        example: 'picture',
        optional: true,
      },
      status: {
        description: 'Only what lies in the trash, which other lists leave out.',
        schema: { type: 'string', enum: ['trashed'] },
        example: 'trashed',
        optional: true,
      },
    },
    answers: { 200: { description: 'A part of the library.', example: { items: [example], next: null } } },
    refusals: [422],
  }),
  find: operation({
    id: 'findMedia',
    tag,
    summary: 'Read one item',
    description: 'With all places that use it. A record whose old versions alone use it says `history`.',
    session: true,
    parameters: id,
    answers: { 200: { description: 'The item.', example, headers: ['ETag'] } },
    refusals: [404],
  }),
  change: operation({
    ...write,
    id: 'changeMedia',
    summary: 'Describe an item',
    description:
      'Its name, its alternative texts, whether it is decorative, and the point that no cropping cuts off; what is left out stays. The address stays too.',
    ifMatch: true,
    parameters: id,
    example: input,
    answers: { 200: { description: 'The item.', example, headers: ['ETag'] } },
    refusals: [404, 409, 412],
  }),
  trash: operation({
    ...write,
    id: 'trashMedia',
    summary: 'Move an item to the trash',
    description:
      'Lists, pages and visitors find it no more; it can be brought back for 30 days. Refused with 409 and `usedIn` while something live or drafted uses it; with `force=1` pages then leave the picture out.',
    ifMatch: true,
    parameters: {
      ...id,
      force: {
        description: 'Also while it is used.',
        schema: { type: 'string', enum: ['0', '1'] },
        example: '1',
        optional: true,
      },
    },
    answers: {
      200: {
        description: 'The item.',
        example: { ...example, usedIn: [], trashedAt: '2026-03-05T10:30:00.000Z' },
        headers: ['ETag'],
      },
    },
    refusals: [404, 409, 412, 422],
  }),
  restore: operation({
    ...write,
    id: 'restoreMedia',
    summary: 'Take an item out of the trash',
    description: 'Every place that names it shows it again at once.',
    ifMatch: true,
    parameters: id,
    answers: { 200: { description: 'The item.', example, headers: ['ETag'] } },
    refusals: [404, 409, 412],
  }),
  remove: operation({
    ...write,
    id: 'deleteMedia',
    summary: 'Delete an item',
    description:
      'Refused with 409 and `usedIn` while something live or drafted uses it; with `force=1` pages then leave the picture out.',
    ifMatch: true,
    parameters: {
      ...id,
      force: {
        description: 'Also while it is used.',
        schema: { type: 'string', enum: ['0', '1'] },
        example: '1',
        optional: true,
      },
    },
    answers: { 204: { description: 'The item and its file are gone.' } },
    refusals: [404, 409, 412, 422],
  }),
  replace: {
    ...operation({
      ...write,
      id: 'replaceMedia',
      summary: 'Replace the file of an item',
      description:
        'The item keeps its id, its address and its texts, and every place that uses it shows the new file at once.',
      ifMatch: true,
      parameters: id,
      answers: { 200: { description: 'The item.', example, headers: ['ETag'] } },
      refusals: [404, 408, 409, 412, 422],
    }),
    requestBody: file,
  },
}
