import type { RowFields } from '#records/kind/fields'

const line = { type: 'text', max: 200, translated: true } as const
const lines = { type: 'lines', max: 1000, translated: true } as const
const html = { type: 'html', max: 307_200, required: true, translated: true } as const
const title = { ...line, required: true } as const

/** Alternative text; '' for a decorative picture. */
const alt = { type: 'text', max: 300, present: true, translated: true } as const
const src = { type: 'picture', required: true } as const

/** Optional as a whole. */
const picture = { type: 'group', fields: { src, alt } } as const

/** The label and the target of a button. */
const action = {
  type: 'group',
  fields: { label: { ...line, max: 80, required: true }, href: { type: 'link', required: true } },
} as const

/** The number of posts or projects to show. */
const count = { type: 'number', min: 1, max: 12 } as const

/** The fields of each block type of custom pages, in the order of the editor's menu. */
export const blockTypes = {
  /** The head of a page; its title is the page's `h1`. */
  hero: { title, text: lines, picture, action },
  text: { html },
  picture: { src, alt, caption: lines, wide: { type: 'flag' } },
  gallery: { pictures: { type: 'list', min: 2, max: 24, entry: { src, alt, caption: lines } } },
  cards: {
    title: line,
    cards: { type: 'list', min: 1, max: 12, entry: { title, text: lines, picture, href: { type: 'link' } } },
  },
  /** Values are texts: `1,200`, `98 %`, `3×`. */
  figures: {
    title: line,
    figures: {
      type: 'list',
      min: 1,
      max: 6,
      entry: { value: { ...line, max: 40, required: true }, label: { ...line, required: true } },
    },
  },
  quote: { text: { ...lines, max: 2000, required: true }, name: line, role: line, photo: picture },
  logos: { title: line, logos: { type: 'list', min: 2, max: 24, entry: { src, alt, href: { type: 'link' } } } },
  faq: {
    title: line,
    questions: {
      type: 'list',
      min: 1,
      max: 30,
      entry: { question: { ...line, max: 300, required: true }, answer: html },
    },
  },
  call: { title, text: lines, action: { ...action, required: true } },
  /** The newest posts, of one category if it is set. */
  posts: { title: line, category: { type: 'slug' }, count },
  projects: { title: line, count },
  contact: { title: line },
  waitlist: { title: line, text: lines },
} as const satisfies Record<string, RowFields>

export type BlockTypeName = keyof typeof blockTypes
