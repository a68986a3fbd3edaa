import type { MessageId } from '#i18n/messages'
import { type Field, type Fields, type RowField, type RowFields } from '#records/kind/fields'
import { fieldAt } from '#records/kind/nested'
import { type PageName, pageNames } from './contract'

/** So many units of text go through the API at most. */
const max = 1_000_000
const text = { type: 'text', max, translated: true } as const
const lines = { type: 'lines', max, translated: true } as const
const html = { type: 'html', max, translated: true } as const
/** Rows of these fields. */
const rows = (entry: RowFields): Field => ({ type: 'list', max, entry })

type Group = {
  group: string
  fields: Fields
  /** Of fields that are not called as their names are everywhere. */
  labels?: Readonly<Record<string, MessageId>>
}

/** Of a page that lists records. The site settings edit the same texts, and call them the same. */
const pageHeading = (title: string, subtitle: string): Group => ({
  group: 'pageHeading',
  fields: { [title]: text, [subtitle]: lines },
  labels: { [title]: 'page.field.pageTitle', [subtitle]: 'page.field.pageSubtitle' },
})

/** What each page reads from its content, in groups; metadata and translations aside. */
export const pageFields: Record<PageName, Group[]> = {
  home: [
    { group: 'hero', fields: { heroTitle: text, heroSubtitle: lines, heroCta: text, blogCta: text } },
    {
      group: 'features',
      fields: { featuresTitle: text, featuresSubtitle: lines, features: rows({ title: text, description: lines }) },
    },
    { group: 'blog', fields: { blogTitle: text, blogSubtitle: lines } },
    { group: 'projects', fields: { projectsTitle: text, projectsSubtitle: lines, projectsCta: text } },
  ],
  projects: [pageHeading('projectsTitle', 'projectsSubtitle')],
  blog: [pageHeading('blogTitle', 'blogSubtitle')],
  about: [
    { group: 'heading', fields: { title: text, subtitle: lines } },
    { group: 'text', fields: { content: html, vision: lines, mission: lines, history: lines } },
    { group: 'team', fields: { team: rows({ name: text, role: text, bio: lines, photo: { type: 'picture' } }) } },
  ],
  contact: [
    { group: 'heading', fields: { title: text, subtitle: lines } },
    { group: 'details', fields: { address: lines, email: text, phone: text } },
    { group: 'form', fields: { formTitle: text } },
  ],
  legal: [
    { group: 'heading', fields: { title: text, subtitle: lines } },
    { group: 'sections', fields: { sections: rows({ title: text, content: html }) } },
  ],
}

const fieldsByPage = new Map(
  pageNames.map((page) => [page, Object.assign({}, ...pageFields[page].map(({ fields }) => fields)) as Fields]),
)
export const fieldsOf = (page: PageName): Fields => fieldsByPage.get(page) ?? {}

/** The message that names a field. */
export const labelIdOf = (page: PageName, name: string): MessageId =>
  pageFields[page].find(({ labels }) => labels?.[name])?.labels?.[name] ?? (`page.field.${name}` as MessageId)

/** The field at a place of a page's JSON, in whichever language; undefined where none is declared. */
export const fieldOf = (page: PageName, path: readonly string[]): Field | RowField | undefined =>
  fieldAt(fieldsOf(page), path[0] === 'translations' ? path.slice(2) : path)
