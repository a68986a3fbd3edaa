import type { PageName } from './contract'

export type TextKind = 'text' | 'lines' | 'html'
export type TextSpec = { key: string; kind: TextKind }
export type ListSpec = { key: string; kind: 'list'; entry: TextSpec[] }
export type FieldSpec = TextSpec | ListSpec

const text = (key: string): TextSpec => ({ key, kind: 'text' })
const lines = (key: string): TextSpec => ({ key, kind: 'lines' })
const html = (key: string): TextSpec => ({ key, kind: 'html' })

/** What each page reads from its content, in groups; metadata and translations aside. */
export const pageFields: Record<PageName, { group: string; fields: FieldSpec[] }[]> = {
  home: [
    { group: 'hero', fields: [text('heroTitle'), lines('heroSubtitle'), text('heroCta'), text('blogCta')] },
    { group: 'features', fields: [text('featuresTitle'), lines('featuresSubtitle'), { key: 'features', kind: 'list', entry: [text('title'), lines('description')] }] },
    { group: 'blog', fields: [text('blogTitle'), lines('blogSubtitle')] },
    { group: 'projects', fields: [text('projectsTitle'), lines('projectsSubtitle'), text('projectsCta')] },
  ],
  projects: [{ group: 'heading', fields: [text('projectsTitle'), lines('projectsSubtitle')] }],
  blog: [{ group: 'heading', fields: [text('blogTitle'), lines('blogSubtitle')] }],
  about: [
    { group: 'heading', fields: [text('title'), lines('subtitle')] },
    { group: 'text', fields: [html('content'), lines('vision'), lines('mission'), lines('history')] },
    { group: 'team', fields: [{ key: 'team', kind: 'list', entry: [text('name'), text('role'), lines('bio')] }] },
  ],
  contact: [
    { group: 'heading', fields: [text('title'), lines('subtitle')] },
    { group: 'details', fields: [lines('address'), text('email'), text('phone')] },
    { group: 'form', fields: [text('formTitle')] },
  ],
  legal: [
    { group: 'heading', fields: [text('title'), lines('subtitle')] },
    { group: 'sections', fields: [{ key: 'sections', kind: 'list', entry: [text('title'), html('content')] }] },
  ],
}

export const fieldsOf = (page: PageName): FieldSpec[] => pageFields[page].flatMap(({ fields }) => fields)

/** How many of a page's fields have an English text and no Spanish one. */
export function countUntranslated(page: PageName, content: Record<string, unknown>, spanish: Record<string, unknown>): number {
  return fieldsOf(page).filter(({ key }) => isFilled(content[key]) && !isFilled(spanish[key])).length
}

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '')
