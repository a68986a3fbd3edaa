import type { RecordType } from './store'

/** The format of the site's own zips, for export and import. */
export const folderOf: Readonly<Record<RecordType, string>> = { post: 'posts', project: 'projects', page: 'pages' }

/** The file that identifies a zip as this site's export, and describes its pictures. */
export const markerFile = 'export.yaml'

/** Names in front matter that differ from those of the fields. */
export const writtenAs: Readonly<Record<RecordType, Readonly<Record<string, string>>>> = {
  post: { excerpt: 'description', imageUrl: 'image', publishedAt: 'date' },
  project: { imageUrl: 'image', publishedAt: 'date' },
  page: { publishedAt: 'date' },
}

/** The block type of a page with a single text. */
export const onlyBlock = 'text'
