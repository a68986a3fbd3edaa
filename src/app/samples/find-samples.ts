import { and, asc, getTableColumns, getTableName, inArray, or, type SQL, sql } from 'drizzle-orm'
import { sampleName, type SiteValues } from '#contract/site'
import type { SitePart } from '#contract/site-values'
import { customPageKind } from '#features/custom-pages/contract'
import { fieldsOf } from '#features/page-contents/page-fields'
import { readJson } from '#features/page-contents/page-json'
import { listPageContents } from '#features/page-contents/store'
import type { Sample, SampleKey } from '#contract/samples'
import { builtInTexts } from '#features/settings/texts/store'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, type Language, languages, otherLanguages } from '#i18n/language'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { readSignUp } from '#platform/owner/settings'
import { isBuiltInFooter, readSite, readOwnTexts } from '#platform/owner/site'
import { starterRows } from '#records/checklist'
import type { Importing } from '#records/store/content-kind'
import { type Field, isText, type RowField } from '#records/kind/fields'
import { declaredValues } from '#records/kind/nested'
import { asRow, recordRows, type RecordTable } from '#records/store/rows'
import { isRecord } from '#text/parse-json'
import { records, text as textOf } from '#text/reading'
import { asItCame, isGeneric, namesSample, pageContentTexts, patternTexts, suspectPatterns, textsIn } from './recognize'

export type SampleSources = {
  config: Pick<Config, 'siteName' | 'githubUrl' | 'linkedinUrl'>
  records: readonly Importing[]
}
type Texts = Record<string, unknown>

/** All that is public and still as it came, or names the sample company. */
export async function findSamples(db: Database, { config, records: stored }: SampleSources): Promise<Sample[]> {
  const { inForce: site } = await readSite(db, config)
  return [
    ...siteSamples(site),
    ...(await textSamples(db, site)),
    ...(await pageSamples(db)),
    ...(await drawingSamples(db, site)),
    ...(await Promise.all(stored.map((record) => recordSamples(db, record)))).flat(),
  ]
}

/** The same value of two samples. */
export const keyOfSample = ({ kind, id, field, language }: SampleKey): string =>
  JSON.stringify([kind, String(id), field, language])

const siteHref = (part: string, field: string) => `${href(adminPaths.site)}?part=${part}&field=${field}`

/** Values of the site itself. */
function siteSamples(site: SiteValues): Sample[] {
  const one = (field: string, part: string, title: string, language: Language | null = null): Sample => ({
    kind: 'site-settings',
    id: 'site',
    field,
    language,
    title,
    href: siteHref(part, language === null ? field : `${field}.${language}`),
  })
  const texts = (field: 'footer' | 'copyright', isSample: (text: string) => boolean) =>
    languages.flatMap((language) =>
      site[field][language] !== '' && isSample(site[field][language])
        ? [one(field, 'footer', site[field][language], language)]
        : [],
    )
  const named = (ofOne: Texts) => textsIn(ofOne).find(namesSample)
  return [
    ...(site.name === sampleName ? [one('name', 'identity', site.name)] : []),
    ...texts('footer', (text) => isBuiltInFooter(site.footer) || namesSample(text)),
    // The built-in line follows the name.
    ...(site.name === sampleName ? [] : texts('copyright', namesSample)),
    ...site.social.flatMap(({ url }, place) => (namesSample(url) ? [one(`social.${place}.url`, 'footer', url)] : [])),
    ...site.navigation.flatMap((entry, place) => {
      const text = named(entry)
      return text ? [one(`navigation.${place}`, 'navigation', text)] : []
    }),
    ...(site.announcement && named(site.announcement)
      ? [one('announcement', 'announcement', named(site.announcement)!)]
      : []),
  ]
}

/** Texts of the interface that are those of the sample site, and the part of the pages that shows each. */
export const sampleTexts: Readonly<Record<string, SitePart | undefined>> = {
  'hero.badge': 'badge',
  'waitlist.text': 'waitlist',
  'footer.education': 'industries',
  'footer.manufacturing': 'industries',
  'footer.realEstate': 'industries',
  'footer.version': 'version',
  'errors.notFoundText': undefined,
}

async function textSamples(db: Database, site: SiteValues): Promise<Sample[]> {
  const own = await readOwnTexts(db)
  const hasWaitlist = (await readSignUp(db)) === 'waitlist'
  const builtIn = builtInTexts()
  const isShown = (key: string) => {
    const part = sampleTexts[key]
    return part === undefined || (!site.hidden.includes(part) && (part !== 'waitlist' || hasWaitlist))
  }
  const keys = new Set([
    ...Object.keys(sampleTexts),
    ...Object.values(own).flatMap((texts) => Object.keys(texts).filter((key) => namesSample(texts[key] ?? ''))),
  ])
  return [...keys].filter(isShown).flatMap((key) =>
    languages.flatMap((language) => {
      const changed = own[language][key]
      const isSample = changed === undefined ? Object.hasOwn(sampleTexts, key) : namesSample(changed)
      const title = changed ?? builtIn[language][key] ?? ''
      return isSample && title !== ''
        ? [{ kind: 'site-text', id: key, field: null, language, title, href: siteHref('texts', key) }]
        : []
    }),
  )
}

/** Texts of the six pages, and their SEO fields. */
async function pageSamples(db: Database): Promise<Sample[]> {
  const pages = await listPageContents(db)
  return pages
    .flatMap(({ page, content }) => {
      const came = pageContentTexts(page)
      return textPaths(readJson(content)).flatMap(({ path, text }) => {
        if (!came.has(text) && !namesSample(text)) return []
        const { field, language } = splitPath(path)
        return [
          {
            kind: 'page',
            id: page,
            field,
            language,
            title: text,
            href: `${href(adminPaths.content)}?page=${page}&field=${encodeURIComponent(path)}`,
          },
        ]
      })
    })
    .filter(({ id, field }) => isKnownField(id, field))
}

/** The drawing of three industries on the home page, and the icons of its features, while nobody chose others. */
async function drawingSamples(db: Database, site: SiteValues): Promise<Sample[]> {
  if (site.home !== null) return []
  const [home] = (await listPageContents(db)).filter(({ page }) => page === 'home')
  const content = readJson(home?.content ?? '{}')
  const isShown = (section: string) => !Array.isArray(content.sections) || content.sections.includes(section)
  const one = (field: string, title: string): Sample => ({
    kind: 'page',
    id: 'home',
    field,
    language: null,
    title,
    href: `${href(adminPaths.content)}?page=home&field=${field}`,
  })
  const picture = isRecord(content.heroPicture) ? content.heroPicture : {}
  const isChosen = picture.show === 'none' || textsIn([picture.src, picture.industries]).length > 0
  const features = records(content, 'features').slice(0, 3)
  return [
    ...(isShown('hero') && !isChosen ? [one('heroPicture', 'heroPicture')] : []),
    ...(isShown('features')
      ? features.flatMap((feature, place) => {
          const title = textOf(feature, 'title') ?? textOf(feature, 'description')
          return title !== undefined && textOf(feature, 'icon') === undefined
            ? [one(`features.${place}.icon`, title)]
            : []
        })
      : []),
  ]
}

/** Unknown keys of the JSON are shown nowhere. */
function isKnownField(page: Parameters<typeof fieldsOf>[0], field: string): boolean {
  const [name = ''] = field.split('.')
  return name === 'metadata' || Object.hasOwn(fieldsOf(page), name)
}

/** The language of a path, and the field in it. */
function splitPath(path: string): { field: string; language: Language } {
  const [, code, field] = /^translations\.([^.]+)\.(.+)$/s.exec(path) ?? []
  const language = otherLanguages.find((one) => one === code)
  return language && field !== undefined ? { field, language } : { field: path, language: defaultLanguage }
}

/** Every text in a value, with its path. */
function textPaths(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ path, text: value }]
  if (!Array.isArray(value) && !isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => textPaths(inner, path === '' ? key : `${path}.${key}`))
}

/** All texts of a row, without the cost of its other columns. */
const wordsOf = (table: RecordTable): SQL => {
  const texts = Object.values(getTableColumns(table)).filter((column) => /^(?:string|json)$/.test(column.dataType))
  return sql`concat_ws(' ', ${sql.join(
    texts.map((column) => sql`${column}::text`),
    sql`, `,
  )})`
}

/** Ids that one statement looks through. */
const partLength = 1000

/** Published and scheduled records of one kind. */
async function recordSamples(db: Database, { kind, table }: Importing): Promise<Sample[]> {
  const came = starterRows(getTableName(table))
  const rows = recordRows(kind, table)
  const slugs = came.map(({ slug }) => String(slug))
  // Pages are few, and may have been made from a pattern.
  const isPattern = kind.name === customPageKind.name
  const isSuspect: SQL | undefined = isPattern
    ? sql`true`
    : or(
        slugs.length > 0 ? inArray(table.slug, slugs) : sql`false`,
        sql`${wordsOf(table)} like any(array[${sql.join(
          suspectPatterns.map((one) => sql`${one}`),
          sql`, `,
        )}])`,
      )
  const found = []
  // In parts, because other queries of the embedded database wait for each.
  const [{ last } = { last: 0 }] = await db
    .select({ last: sql<number>`coalesce(max(${table.id}), 0)::int` })
    .from(table)
  for (let after = 0; after < last; after += partLength)
    found.push(
      ...(await db
        .select()
        .from(table)
        .where(
          and(
            sql`${table.id} > ${after} and ${table.id} <= ${after + partLength}`,
            sql`${table.status} = 'published'`,
            isSuspect,
          ),
        )
        .orderBy(asc(table.id))),
    )
  return found.map(asRow).flatMap((row): Sample[] => {
    const values = rows.valuesOf(row)
    const originals = came.filter(({ slug }) => slug === row.slug).flatMap(asItCame)
    const base = { kind: kind.name, id: row.id, title: String(row.title) }
    const editor = `${href(kind.screen)}?edit=${row.id}`
    if (originals.some((original) => isUntouched(kind.fields, values, original)))
      return [{ ...base, field: null, language: null, href: editor }]
    const texts = new Set([
      ...(isPattern ? patternTexts() : []),
      ...textsIn(originals).filter((text) => !isGeneric(text)),
    ])
    return recordTexts(kind.fields, values)
      .filter(({ text, isFree }) => namesSample(text) || (isFree && texts.has(text)))
      .map(({ field, language }) => ({
        ...base,
        field,
        language,
        href: `${editor}&field=${encodeURIComponent(language === defaultLanguage ? field : `translations.${language}.${field}`)}`,
      }))
  })
}

type Fields = Readonly<Record<string, Field>>
type RecordText = { field: string; language: Language; text: string; isFree: boolean }

const shared = /^(?:category|type|slug|facts\.\d+\.label)$/

/** `isFree`: a text of sentences, not a word that many records share. */
function recordTexts(fields: Fields, values: Texts): RecordText[] {
  const overlays = isRecord(values.translations) ? values.translations : {}
  return languages.flatMap((language) => {
    const own = language === defaultLanguage ? values : overlays[language]
    if (!isRecord(own)) return []
    const said = declaredValues(fields, own, values).flatMap(({ field, value, path }) =>
      typeof value === 'string' && value !== '' && isRead(field)
        ? [{ field: path, language, text: value, isFree: isText(field) && !shared.test(path) }]
        : [],
    )
    const seo = isRecord(own.metadata) ? textPaths(own.metadata, 'metadata') : []
    return [...said, ...seo.map(({ path, text }) => ({ field: path, language, text, isFree: true }))]
  })
}

const isRead = (field: Field | RowField) => isText(field) || field.type === 'picture' || field.type === 'link'

/** Without the SEO fields, which earlier releases filled in. */
function isUntouched(fields: Fields, values: Texts, original: Texts): boolean {
  const overlays = (of: Texts) => (isRecord(of.translations) ? of.translations : {})
  const inEach = (of: Texts) =>
    byLanguage((language) => {
      const own = language === defaultLanguage ? of : overlays(of)[language]
      const texts = isRecord(own) ? own : {}
      return Object.entries(fields).flatMap(([name, field]) =>
        isText(field) ? [texts[name] ?? ''] : field.type === 'list' ? [texts[name] ?? []] : [],
      )
    })
  return Bun.deepEquals(inEach(values), inEach(original))
}
