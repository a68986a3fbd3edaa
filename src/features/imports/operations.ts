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
  uploadImport: {
    text: 'Upload an import. Reads a file of at most 200 MiB and returns what it would import, without creating anything: `found` counts records, `skipped` lists what is left out or changed. The format is detected from the content: WordPress XML (WXR 1.2), Ghost JSON, a zip of Markdown files and images, or CSV with a `title` column. Returns 422 for other formats, XML with a DOCTYPE, and zips that unpack to more than 2 GB or contain paths outside of the archive.',
    upload: true,
  },
  listImports: 'List imports. The latest 100 imports, newest first. `title` is the file name.',
  runImport:
    'Run an import. Starts the import in the background; poll `GET /api/imports/{id}` for its progress. It resumes after a restart. Records that an earlier import created and that still exist are skipped. With `language: es` texts become the Spanish translation, and the English text where that is missing. Returns 409 if the import was already started.',
  getImport:
    'Get an import. `done` of `total` records, pictures and redirects were processed. `failed` lists what could not be created, and why; `failedMedia` of these are pictures that can be retried. `there` counts records that already existed.',
  retryImportMedia:
    'Retry the pictures of an import. Downloads the failed pictures again in the background, with up to three attempts each, and updates the records that use them. Returns 409 unless the import is `done`.',
  undoImport: {
    text: 'Undo an import. Moves the created records and pictures to the trash and deletes the created redirects. Records that were edited since the import and pictures in use are kept (`kept`). Returns 409 unless the import is `done`.',
    idempotent: false,
  },
  exportMarkdown: {
    text: 'Export content as Markdown. Returns a zip with a Markdown file per record and language (`posts/SLUG/index.md`, `posts/SLUG/index.es.md`), including drafts but not the trash, and the pictures in use. The YAML front matter has `layout`, `title`, `slug`, `language`, `status`, `date`, `description`, `image` and the other fields of the kind; blocks are part of the front matter, and content without a Markdown equivalent is HTML. `POST /api/imports` reads the zip.',
    answers: { 200: { description: 'The zip file, streamed.', file: 'PK…' } },
  },
})
