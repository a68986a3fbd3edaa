import { longDate } from '#i18n/calendar-day'
import { type Translate, useText } from '#i18n/i18n'
import { records, text } from '#text/reading'
import { slugify } from '#text/slugs/slug'
import { Html } from '#ui/prose/html'
import { SkeletonText } from '#ui/skeleton'
import { type Tab, Tabs } from '#ui/tabs'
import { useOriginalContent } from '#features/page-contents/use-page-content'
import { StoredPage } from '#site/layout/stored-page'
import type { StoredContent } from '#site/home/stored'
import { PageHeading } from '#site/lists/page-heading'

/** A table of at least this many columns is read row by row on phones. */
const columns = 4

/**
 * Gives each cell of a wide table the name of its column, for phones, where a row becomes a list: with roles, because
 * cells that are no longer laid out as a table lose theirs. Tables with joined cells stay as they are.
 */
export const labelCells = (html: string): string =>
  html.replace(/<table\b[^>]*>.*?<\/table>/gs, (table) => {
    const [head = '', body = ''] = table.split(/(?=<tbody)/)
    const labels = [...head.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs)].map(([, label = '']) => label.replace(/<[^>]*>/g, ''))
    if (labels.length < columns || /\s(col|row)span=/.test(table)) return table
    const labelled = body.replace(/<tr\b.*?<\/tr>/gs, (row) => {
      let at = 0
      return row
        .replace(
          /<(td|th)(?=[\s>])/g,
          (_, tag: string) =>
            `<${tag} role="${tag === 'td' ? 'cell' : 'rowheader'}" data-label="${(labels[at++] ?? '').replaceAll('"', '&quot;')}"`,
        )
        .replace('<tr', '<tr role="row"')
    })
    return (
      head
        .replace('<table', '<table role="table"')
        .replace('<thead', '<thead role="rowgroup"')
        .replaceAll('<tr', '<tr role="row"')
        .replace(/<th(?=[\s>])/g, '<th role="columnheader"') + labelled.replace('<tbody', '<tbody role="rowgroup"')
    )
  })

const fallbackUpdated = '2024-04-05T00:00:00.000Z'

export const Legal = () => (
  <StoredPage
    page="legal"
    part={StoredLegal}
    failed={<LegalTexts content={{}} original={{}} />}
    skeleton={<SkeletonText lines={12} />}
  />
)

function StoredLegal({ content }: StoredContent) {
  return <LegalTexts content={content} original={useOriginalContent('legal')} />
}

type Fields = Record<string, unknown>

/**
 * `original` is the untranslated content: a section has the same id in every language, and an alias from its translated
 * title.
 */
export function LegalTexts({ content, original }: { content: Fields; original: Fields }) {
  const t = useText()
  const sections = readSections(content, original)
  return (
    <>
      <PageHeading
        title={text(content, 'title') ?? t('legal.title')}
        subtitle={text(content, 'subtitle') ?? t('legal.subtitle')}
      />
      <div className="page-body legal">
        <Tabs label={t('legal.tabs')} tabs={(sections.length > 0 ? sections : fallbackSections(t)).map(toTab)} />
      </div>
    </>
  )
}

type Section = { id: string; alias?: string; title: string; html: string; updated?: string }

function readSections(content: Fields, original: Fields): Section[] {
  const originals = records(original, 'sections')
  const taken = new Set<string>()
  const sections = records(content, 'sections').flatMap((section, index) => {
    const title = text(section, 'title') ?? text(originals[index] ?? {}, 'title')
    const html = text(section, 'content')
    if (title === undefined && html === undefined) return []
    const id = unique(slugify(text(originals[index] ?? {}, 'title') ?? title ?? ''), taken)
    return [{ id, title: title ?? String(index + 1), html: html ?? '' }]
  })
  return sections.map((section) => {
    const alias = slugify(section.title)
    const isFree = alias && !reserved.test(alias) && !taken.has(alias)
    if (isFree) taken.add(alias)
    return { ...section, alias: isFree ? alias : undefined }
  })
}

/** Ids used by the page itself. */
const reserved = /^(main|menu|language)$/

function unique(slug: string, taken: Set<string>): string {
  const base = !slug || reserved.test(slug) ? 'section' : slug
  const id = taken.has(base) ? `${base}-${taken.size + 1}` : base
  taken.add(id)
  return id
}

function fallbackSections(t: Translate): Section[] {
  const updated = t('legal.lastUpdated', { date: longDate(fallbackUpdated, t) })
  return [
    { id: 'privacy-policy', title: t('legal.privacyTitle'), html: t('legal.privacyContent'), updated },
    { id: 'terms-of-service', title: t('legal.termsTitle'), html: t('legal.termsContent'), updated },
  ]
}

function toTab({ id, alias, title, html, updated }: Section): Tab {
  return {
    id,
    alias,
    title,
    panel: (
      <>
        <h2 className="panel-title" id={alias}>
          {title}
        </h2>
        {updated && <p className="panel-updated">{updated}</p>}
        <Html className="ruled" html={labelCells(html)} />
      </>
    ),
  }
}
