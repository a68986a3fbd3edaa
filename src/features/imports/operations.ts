import { importEntry, importRead, importRun, importState, importUndone } from './contract'
import { giveExample, operations as describe } from '#platform/http/operation'

giveExample(importRun, { language: 'en', as: 'same', media: true, redirects: true })
giveExample(importState, {
  state: 'done',
  done: 212,
  total: 212,
  found: { posts: 120, pages: 8, media: 84, redirects: 0 },
  created: { posts: 120, pages: 8, media: 83, redirects: 0 },
  skipped: [{ title: 'Hello', why: '“hello” is taken: its address says “hello-2”' }],
  failed: [{ title: 'https://old.example/a.jpg', why: 'There is nothing that could be fetched from this address' }],
  there: 0,
  failedMedia: 1,
})
giveExample(importRead, {
  kind: 'wordpress',
  found: { posts: 120, pages: 8, media: 84, redirects: 128 },
  skipped: [{ title: 'Hello', why: 'The shortcode [contact-form-7] was removed' }],
})
giveExample(importEntry, {
  title: 'export.xml',
  state: 'done',
  found: { posts: 120, pages: 8, media: 84, redirects: 0 },
  createdAt: '2026-11-20T09:30:00.000Z',
})
giveExample(importUndone, { trashed: 127, kept: 1 })

export const operations = describe({
  addImport: {
    summary: 'Read the file of another system',
    description:
      'The one file `file` of at most 200 MiB: the XML of WordPress (WXR 1.2), the JSON of Ghost, a zip of Markdown files and their pictures, or a table (CSV) with a column `title`, told by its bytes. Nothing is created: `found` counts what would be, `skipped` tells what is left out or changed. What is none of these, XML with a DOCTYPE, a zip that unpacks to more than 2 GB or names files outside of itself is a 422.',
    upload: true,
    refusals: [408, 413, 415],
  },
  listImports: {
    summary: 'List the imports',
    description: 'The newest hundred, the newest first. `title` is what the file was called.',
  },
  runImport: {
    summary: 'Carry out an import',
    description:
      'The answer comes at once, and how far it is stands at the import. It goes on after a restart and makes nothing twice; what an earlier import has made, and is still there, is left as it is. With `language: es` the texts become the Spanish ones, and the English ones where there are none. One that was begun is a 409.',
    refusals: [409],
    answers: { 202: { description: 'The import has begun.' } },
  },
  readImport: {
    summary: 'Read how far an import is',
    description:
      '`done` of `total` records, pictures and redirects; `failed` says what could not be made, and why; `there` records were on the site already; `failedMedia` of that are pictures, which can be tried again.',
  },
  retryImportMedia: {
    summary: 'Try the pictures of an import again',
    description:
      'Those that could not be fetched, each three times; records that show them at their old address get those that come. An import that is not done is a 409.',
    refusals: [409],
    answers: { 202: { description: 'They are being fetched.' } },
  },
  undoImport: {
    summary: 'Undo an import',
    description:
      'What it made goes into the trash, but for records that were edited since (`kept`) and pictures that something uses; its redirects are deleted. An import that is not done, or was undone, is a 409.',
    idempotent: false,
    refusals: [409],
  },
  exportMarkdown: {
    summary: 'Export all content as Markdown',
    description:
      'A zip with one Markdown file for each post, project and page of one’s own in each of its languages (`posts/SLUG/index.md`, `posts/SLUG/index.es.md`), drafts among them, with YAML front matter (`layout`, `title`, `slug`, `language`, `status`, `date`, `description`, `image` and what else its kind has) and the pictures that they show. What Markdown has no signs for stands in it as HTML, blocks of pages in the front matter. `POST /api/imports` takes it back. What lies in the trash is left out.',
    answers: { 200: { description: 'The zip, written while it is read.', file: 'PK…' } },
    finds: false,
  },
})
