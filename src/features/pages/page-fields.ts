import type { MessageId } from '#i18n/messages'
import type { PageName } from './contract'

export type TextKind = 'text' | 'lines' | 'html'
/** Without a `label` of its own, a text is called as its key is everywhere. */
export type TextSpec = { key: string; kind: TextKind; label?: MessageId }
/** `picture`: the part of an entry that is the address of a picture, the same in every language. */
export type ListSpec = { key: string; kind: 'list'; entry: TextSpec[]; picture?: string }
export type FieldSpec = TextSpec | ListSpec

const text = (key: string): TextSpec => ({ key, kind: 'text' })
const lines = (key: string): TextSpec => ({ key, kind: 'lines' })
const html = (key: string): TextSpec => ({ key, kind: 'html' })

/** Of a page that lists records. The site settings edit the same texts, and call them the same. */
const pageHeading = (title: string, subtitle: string) => ({
  group: 'pageHeading',
  fields: [
    { ...text(title), label: 'page.field.pageTitle' as const },
    { ...lines(subtitle), label: 'page.field.pageSubtitle' as const },
  ],
})

/** What each page reads from its content, in groups; metadata and translations aside. */
export const pageFields: Record<PageName, { group: string; fields: FieldSpec[] }[]> = {
  home: [
    { group: 'hero', fields: [text('heroTitle'), lines('heroSubtitle'), text('heroCta'), text('blogCta')] },
    {
      group: 'features',
      fields: [
        text('featuresTitle'),
        lines('featuresSubtitle'),
        { key: 'features', kind: 'list', entry: [text('title'), lines('description')] },
      ],
    },
    { group: 'blog', fields: [text('blogTitle'), lines('blogSubtitle')] },
    { group: 'projects', fields: [text('projectsTitle'), lines('projectsSubtitle'), text('projectsCta')] },
  ],
  projects: [pageHeading('projectsTitle', 'projectsSubtitle')],
  blog: [pageHeading('blogTitle', 'blogSubtitle')],
  about: [
    { group: 'heading', fields: [text('title'), lines('subtitle')] },
    { group: 'text', fields: [html('content'), lines('vision'), lines('mission'), lines('history')] },
    {
      group: 'team',
      fields: [{ key: 'team', kind: 'list', entry: [text('name'), text('role'), lines('bio')], picture: 'photo' }],
    },
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

/** The message that names a field. */
export const labelIdOf = (field: FieldSpec): MessageId =>
  (field.kind !== 'list' && field.label) || (`page.field.${field.key}` as MessageId)

/** How the text at a place of a page's JSON is written, in whichever language; undefined where none is declared. */
export function fieldKindAt(page: PageName, path: string[]): TextKind | undefined {
  const [key, , part] = path[0] === 'translations' ? path.slice(2) : path
  const field = fieldsOf(page).find((one) => one.key === key)
  return field?.kind === 'list' ? field.entry.find((one) => one.key === part)?.kind : field?.kind
}
