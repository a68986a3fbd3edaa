import { importEntry, importRead, importRun, importState, importUndone } from './contract'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'

const found = { posts: 120, pages: 8, media: 84, redirects: 0 }
giveExample(importRun, { as: 'same', media: true, redirects: true })
describeFields(importRun, {
  language:
    'The language of texts that do not name one. Spanish texts become translations, and the English text where that is missing.',
  as: '`same`: published records are published; `draft`: all become drafts.',
})
giveExample(importState, {
  state: 'done',
  done: 212,
  total: 212,
  found,
  created: { ...found, media: 83 },
  skipped: [{ title: 'Hello', why: '“hello” is taken: its address says “hello-2”' }],
  failed: [{ title: 'https://old.example/a.jpg', why: 'There is nothing that could be fetched from this address' }],
  there: 0,
})
describeFields(importState, {
  done: 'How many of `total` records, pictures and redirects were processed.',
  there: 'How many records existed already.',
  skipped: 'What is left out or changed, and why.',
  failed: 'What could not be created, and why.',
  failedMedia: 'How many of `failed` are pictures that can be retried.',
})
giveExample(importRead, { found, skipped: [{ title: 'Hello', why: 'The shortcode [contact-form-7] was removed' }] })
giveExample(importEntry, { title: 'export.xml', state: 'done', found })
describeFields(importEntry, { title: 'The name of the file.' })
describeFields(importUndone, {
  kept: 'How many records and pictures stay, because they were edited since the import or are in use.',
})

export const operations = describe({
  uploadImport: {
    text: 'Upload an import. Returns what a file of at most 200 MiB would import, without creating anything. The format is detected from the content: WordPress XML (WXR 1.2), Ghost JSON, a zip of Markdown files and images, or CSV with a `title` column. Returns 422 for other formats, XML with a DOCTYPE, and zips that unpack to more than 2 GB or contain paths outside of the archive.',
    upload: true,
  },
  listImports: 'List imports. The latest 100 imports, newest first.',
  runImport:
    'Run an import. It runs in the background; poll `GET /api/imports/{id}` for its progress. It resumes after a restart. Records that an earlier import created and that still exist are skipped. Returns 409 if the import was already started.',
  getImport: 'Get an import.',
  retryImportMedia:
    'Retry the pictures of an import. Downloads the failed pictures again in the background, with up to three attempts each, and updates the records that use them. Returns 409 unless the import is `done`.',
  undoImport: {
    text: 'Undo an import. Moves the created records and pictures to the trash and deletes the created redirects. Returns 409 unless the import is `done`.',
    idempotent: false,
  },
  exportMarkdown: {
    text: 'Export content as Markdown. A zip with a Markdown file per record and language (`posts/SLUG/index.md`, `posts/SLUG/index.es.md`), including drafts but not the trash, and the pictures in use. The YAML front matter has `layout`, `title`, `slug`, `language`, `status`, `date`, `description`, `image` and the other fields of the kind; blocks are part of the front matter, and content without a Markdown equivalent is HTML. `POST /api/imports` reads the zip.',
    answers: { 200: { description: 'The zip file, streamed.', file: 'PK…' } },
  },
})
