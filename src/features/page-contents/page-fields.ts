import type { MessageId } from '#i18n/messages'
import type { Field, Fields, RowFields } from '#records/kind/fields'
import type { DescribedKind } from '#records/kind/record'
import { type PageName, pageNames } from './contract'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'

/** Maximum UTF-16 units, as in the API. */
const max = 1_000_000
const text = { type: 'text', max, translated: true } as const
const lines = { type: 'lines', max, translated: true } as const
const html = { type: 'html', max, translated: true } as const
/** A picture and its description. */
const picture: Field = { type: 'group', fields: { src: { type: 'picture' }, alt: text } }
/** A list of rows with these fields. */
const rows = (entry: RowFields): Field => ({ type: 'list', max, entry })

type Group = {
  group: string
  fields: Fields
  /** Labels that differ from the default one of a field's name. */
  labels?: Readonly<Record<string, MessageId>>
  /** They are edited in the site settings; the form of the page leads there. */
  isInSettings?: true
}

/** The heading of a page that lists records. */
const pageHeading = (title: string, subtitle: string): Group => ({
  group: 'pageHeading',
  fields: { [title]: text, [subtitle]: lines },
  labels: { [title]: 'page.field.pageTitle', [subtitle]: 'page.field.pageSubtitle' },
  isInSettings: true,
})

/** The fields of each page in groups, without metadata and translations. */
export const pageFields: Record<PageName, Group[]> = {
  home: [
    {
      group: 'hero',
      fields: {
        heroTitle: text,
        heroSubtitle: lines,
        heroCta: text,
        blogCta: text,
        heroPicture: picture,
      },
    },
    {
      group: 'features',
      fields: {
        featuresTitle: text,
        featuresSubtitle: lines,
        features: rows({ title: text, description: lines, icon: { type: 'value' } }),
      },
    },
    { group: 'blog', fields: { blogTitle: text, blogSubtitle: lines } },
    { group: 'projects', fields: { projectsTitle: text, projectsSubtitle: lines, projectsCta: text } },
    { group: 'sections', fields: { sections: { type: 'value' } } },
  ],
  projects: [pageHeading('projectsTitle', 'projectsSubtitle')],
  blog: [pageHeading('blogTitle', 'blogSubtitle')],
  about: [
    { group: 'heading', fields: { title: text, subtitle: lines } },
    { group: 'text', fields: { content: html } },
    { group: 'place', fields: { placePicture: picture, placeNotes: lines } },
    {
      group: 'aims',
      fields: {
        vision: lines,
        mission: lines,
        history: lines,
        timeline: rows({ year: { type: 'text', max }, text: lines }),
      },
    },
    {
      group: 'team',
      fields: {
        team: rows({ name: text, role: text, bio: lines, photo: { type: 'picture' } }),
        othersTitle: text,
        others: lines,
      },
    },
  ],
  contact: [
    { group: 'heading', fields: { title: text, subtitle: lines } },
    { group: 'details', fields: { address: lines, email: text, phone: text } },
    { group: 'next', fields: { steps: rows({ text: lines }), mapPicture: picture } },
    { group: 'form', fields: { formTitle: text } },
  ],
  legal: [
    { group: 'heading', fields: { title: text, subtitle: lines } },
    { group: 'sections', fields: { sections: rows({ title: text, content: html }) } },
  ],
}

function describePage(page: PageName): DescribedKind {
  const fields: Fields = Object.assign({}, ...pageFields[page].map((group) => group.fields))
  const labels: Partial<Record<string, MessageId>> = Object.assign({}, ...pageFields[page].map((group) => group.labels))
  return {
    name: 'page',
    api: '/page-contents',
    fields,
    labelOf([name = '', part]) {
      if (part !== undefined) return `page.entry.${part}` as MessageId
      // The JSON text, while it is invalid.
      if (name === 'text') return 'page.json'
      return labels[name] ?? (Object.hasOwn(fields, name) ? (`page.field.${name}` as MessageId) : undefined)
    },
  }
}

const kinds = new Map<string, DescribedKind>(pageNames.map((page) => [page, describePage(page)]))

/** Each page is a singleton kind with fields of its own. */
export const pageContentKindOf = (page: PageName): DescribedKind => kinds.get(page)!
export const fieldsOf = (page: PageName): Fields => pageContentKindOf(page).fields

/** Where the editor of a page has the field at a path of its JSON. */
export const contentHref = (page: PageName, field: string): string => at(adminPaths.content, { edit: page, field })

/** Where the site settings have the field at a path of a page's JSON. */
export const settingsHref = (page: PageName, field: string): string => at(adminPaths.settings, { page, field })

const at = (screen: string, query: Record<string, string>) => `${href(screen)}?${new URLSearchParams(query)}`
