import type { RecordType } from './store'

/** What the site's own zips look like, for those who write and for those who read them. */
export const folderOf: Readonly<Record<RecordType, string>> = { post: 'posts', project: 'projects', page: 'pages' }

/** Says of a zip that this site has written it, and describes its pictures. */
export const markerFile = 'export.yaml'

/** Front matter beside the fields of a kind that keep their names. */
export const writtenAs: Readonly<Record<RecordType, Readonly<Record<string, string>>>> = {
  post: { excerpt: 'description', imageUrl: 'image', publishedAt: 'date' },
  project: { imageUrl: 'image', publishedAt: 'date' },
  page: { publishedAt: 'date' },
}

/** The block that a page of one text is made of. */
export const onlyBlock = 'text'
