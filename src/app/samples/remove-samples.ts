import { type SitePart, siteParts } from '#contract/site-values'
import { findHomeCustomPage } from '#features/custom-pages/feature'
import { checkSitePictures } from '#features/media/feature'
import { type PageContent, type PageName, pageName } from '#features/page-contents/contract'
import { readJson } from '#features/page-contents/page-json'
import { pageContentStore, readDraft, readPageContent, savePageContent } from '#features/page-contents/store'
import type { SampleChange } from './table'
import type { Sample, SampleKey } from '#contract/samples'
import type { SiteInput } from '#features/settings/site/contract'
import { changeSite } from '#features/settings/site/store'
import type { SiteTextsInput } from '#features/settings/texts/contract'
import { changeTexts } from '#features/settings/texts/store'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, type Language } from '#i18n/language'
import { type Actor, emit, type Transaction } from '#platform/events/events'
import { readSite, readOwnTexts } from '#platform/owner/site'
import type { Importing } from '#records/store/content-kind'
import { isRecord } from '#text/parse-json'
import type { DrawnIconName } from '#ui/pictures/drawn-icons'
import { findSamples, keyOfSample, type SampleSources, sampleTexts } from './find-samples'
import { isGeneric, namesSample, neutralTexts, textsIn } from './recognize'

type Texts = Record<string, unknown>
type Removal = { changes: SampleChange[]; removed: number; kept: number }

/**
 * Removes samples that still are there: texts of pages and interface give way to neutral ones or are switched off, records
 * go to the trash, or become drafts where a part of them is somebody's own. `kept` are those that only the owner can
 * replace.
 */
export async function removeSamples(
  tx: Transaction,
  sources: SampleSources,
  wanted: readonly SampleKey[] | undefined,
  actor: Actor,
): Promise<Removal> {
  const keys = wanted && new Set(wanted.map(keyOfSample))
  const found = await findSamples(tx, sources)
  const chosen = keys ? found.filter((one) => keys.has(keyOfSample(one))) : found
  const of = (kind: string) => chosen.filter((one) => one.kind === kind)
  const changes = [
    ...(await removeFromSite(tx, sources, [...of('site-settings'), ...of('site-text')], actor)),
    ...(await removeTexts(tx, of('site-text'))),
    ...(await removeFromPages(tx, of('page'), actor)),
  ]
  for (const record of sources.records) changes.push(...(await removeRecords(tx, record, of(record.kind.name), actor)))
  const left = new Set((await findSamples(tx, sources)).map(keyOfSample))
  const kept = chosen.filter((one) => left.has(keyOfSample(one))).length
  return { changes, removed: chosen.length - kept, kept }
}

async function removeFromSite(
  tx: Transaction,
  { config }: SampleSources,
  samples: readonly Sample[],
  actor: Actor,
): Promise<SampleChange[]> {
  const { stored, inForce: site } = await readSite(tx, config)
  const fields = new Set(
    samples.flatMap(({ kind, field }) => (kind === 'site-settings' && field !== null ? [field] : [])),
  )
  const places = (list: string) => samplePlaces(fields, list)
  const parts = new Set<SitePart>(site.hidden)
  for (const { kind, id } of samples) {
    const part = sampleTexts[String(id)]
    if (kind === 'site-text' && part !== undefined && !neutralTexts()[String(id)]) parts.add(part)
  }
  const input: SiteInput = {
    ...(samples.some(({ field }) => field === 'footer')
      ? { footer: byLanguage((language) => (isChosen(samples, 'footer', language) ? '' : site.footer[language])) }
      : {}),
    ...(samples.some(({ field }) => field === 'copyright') ? { copyright: null } : {}),
    ...(fields.has('announcement') ? { announcement: null } : {}),
    ...(places('social').size > 0 ? { social: site.social.filter((_, place) => !places('social').has(place)) } : {}),
    ...(places('navigation').size > 0
      ? { navigation: site.navigation.filter((_, place) => !places('navigation').has(place)) }
      : {}),
    ...(parts.size > site.hidden.length ? { hidden: siteParts.filter((part) => parts.has(part)) } : {}),
  }
  const names = Object.keys(input) as (keyof SiteInput)[]
  if (names.length === 0) return []
  await writeSite(tx, input, actor)
  const pick = (values: Texts) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return [{ is: 'site', before: pick(stored), after: pick((await readSite(tx, config)).stored) }]
}

export async function writeSite(tx: Transaction, input: SiteInput, actor: Actor): Promise<void> {
  const lookups = { checkPictures: checkSitePictures, findHomeCustomPage }
  await changeSite(tx, input, { expected: undefined, actor, lookups })
  emit(tx, { kind: 'site-settings', action: 'updated', id: 'site' })
}

const isChosen = (samples: readonly Sample[], field: string, language: Language) =>
  samples.some((one) => one.field === field && one.language === language)

/** The places in a list that fields name: `social.1.url`. */
function samplePlaces(fields: ReadonlySet<string>, list: string): ReadonlySet<number> {
  const found = [...fields].flatMap((field) => {
    const [name, place] = field.split('.')
    return name === list ? [Number(place)] : []
  })
  return new Set(found)
}

/** A text of the owner that names the sample is taken back; a neutral one replaces that of the sample. */
async function removeTexts(tx: Transaction, samples: readonly Sample[]): Promise<SampleChange[]> {
  const own = await readOwnTexts(tx)
  const before: Record<string, Partial<Record<Language, string | null>>> = {}
  const after: typeof before = {}
  for (const { id, language } of samples) {
    const key = String(id)
    if (language === null) continue
    const neutral = neutralTexts()[key]?.[language]
    const had = own[language][key] ?? null
    if (neutral === undefined && (had === null || !namesSample(had))) continue
    before[key] = { ...before[key], [language]: had }
    after[key] = { ...after[key], [language]: neutral ?? null }
  }
  if (Object.keys(after).length === 0) return []
  await writeTexts(tx, after)
  return [{ is: 'texts', before, after }]
}

export async function writeTexts(tx: Transaction, texts: SiteTextsInput): Promise<void> {
  await changeTexts(tx, texts)
  emit(tx, { kind: 'site-text', action: 'updated', id: null })
}

async function removeFromPages(tx: Transaction, samples: readonly Sample[], actor: Actor): Promise<SampleChange[]> {
  const changes: SampleChange[] = []
  for (const page of pageName.options) {
    const own = samples.filter(({ id }) => id === page)
    if (own.length === 0) continue
    const paths = new Set(own.flatMap((one) => (one.language === null ? [] : [pathOf(one)])))
    const drawings = own.flatMap(({ field, language }) => (language === null && field !== null ? [field] : []))
    const stored = await readPageContent(tx, page)
    const before = stored?.content ?? '{}'
    const after = withoutTexts(withNeutralDrawings(readJson(before), drawings), paths)
    // What somebody is writing stays, without the same texts.
    const draft = (await readDraft(tx, page))?.values.content
    const { content } = await writePage(tx, page, after, actor)
    if (typeof draft === 'string')
      await pageContentStore.saveDraft(
        tx,
        { id: page, expected: undefined, actor },
        { content: toText(withoutSame(readJson(draft), readJson(before), paths)) },
      )
    changes.push({ is: 'page', page, before, after: content })
  }
  return changes
}

/** No drawing in the hero, and icons that fit every company. */
function withNeutralDrawings(content: Texts, fields: readonly string[]): Texts {
  const icons = new Set(fields.filter((field) => field.endsWith('.icon')))
  const features = Array.isArray(content.features)
    ? content.features.map((row: unknown, place) =>
        isRecord(row) && icons.has(`features.${place}.icon`)
          ? { ...row, icon: neutralIcons[place % neutralIcons.length] }
          : row,
      )
    : content.features
  return {
    ...content,
    ...(features === undefined ? {} : { features }),
    ...(fields.includes('heroPicture') ? { heroPicture: { show: 'none' } } : {}),
  }
}

const neutralIcons = ['star', 'checklist', 'conversation'] satisfies DrawnIconName[]

/** A draft without the texts that are still those of the page. */
function withoutSame(draft: Texts, page: Texts, paths: ReadonlySet<string>): Texts {
  return withoutTexts(draft, new Set([...paths].filter((path) => valueAt(draft, path) === valueAt(page, path))))
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (inside, key) => (typeof inside === 'object' && inside ? Reflect.get(inside, key) : undefined),
      value,
    )

const pathOf = ({ field, language }: SampleKey): string =>
  language === null || language === defaultLanguage ? (field ?? '') : `translations.${language}.${field}`

/** Writes the content of one of the six pages. */
export async function writePage(tx: Transaction, page: PageName, content: Texts, actor: Actor): Promise<PageContent> {
  const saved = await savePageContent(tx, { page, content: toText(content) }, undefined, actor)
  const isNew = saved.version === 1
  const done = isNew
    ? ({ action: 'created', verb: 'published' } as const)
    : ({ action: 'updated', verb: 'updated' } as const)
  emit(tx, { kind: 'page', ...done, id: page, title: page })
  return saved
}

export const toText = (content: unknown) => JSON.stringify(content, null, 2)

/** Texts that a record can do without: rows of its lists go as a whole. */
const isOptional = ({ field, language }: SampleKey) =>
  field !== null && (language !== defaultLanguage || /^(?:metadata\.|githubUrl$|demoUrl$|\w+\.\d+\.)/.test(field))

/** The path of a text, with those of the other texts of its row. */
function pathsOf(sample: Sample, values: Texts): string[] {
  const [, list = '', place = ''] = /^(\w+)\.(\d+)\./.exec(pathOf(sample)) ?? []
  const rows = values[list]
  const row: unknown = Array.isArray(rows) ? rows[Number(place)] : undefined
  return isRecord(row) ? Object.keys(row).map((name) => `${list}.${place}.${name}`) : [pathOf(sample)]
}

async function removeRecords(
  tx: Transaction,
  record: Importing,
  samples: readonly Sample[],
  actor: Actor,
): Promise<SampleChange[]> {
  const changes: SampleChange[] = []
  const { name: kind } = record.kind
  for (const id of new Set(samples.map((one) => Number(one.id)))) {
    const own = samples.filter((one) => Number(one.id) === id)
    if (own.some(({ field }) => field === null)) {
      const { version } = await record.trash(tx, id, undefined, actor)
      changes.push({ is: 'trashed', kind, id, version })
      continue
    }
    const stored = await record.naming.read(tx, String(id))
    if (!stored) continue
    const before = stored.values as Texts
    const paths = new Set(own.filter(isOptional).flatMap((sample) => pathsOf(sample, before)))
    const status = own.every(isOptional) ? 'published' : 'draft'
    const { version } = await writeRecord(tx, record, { id, values: withoutTexts(before, paths), status }, actor)
    changes.push({ is: 'changed', kind, id, version, before })
  }
  return changes
}

type Written = { id: number; values: Texts; status: 'published' | 'draft' }

export function writeRecord(tx: Transaction, record: Importing, { id, values, status }: Written, actor: Actor) {
  // An absent translation would stay as it is.
  const translations = byLanguage((language) =>
    isRecord(values.translations) ? (values.translations[language] ?? {}) : {},
  )
  const { [defaultLanguage]: _, ...others } = translations
  const input = record.kind.draftInput.parse({ ...values, translations: others })
  return record.update(tx, id, { input: { ...input, status }, faults: [] }, actor)
}

/**
 * A page's content without the texts at these paths. A row of a list that loses a text and has none of its own left is
 * removed, in every language at once, because their rows are paired by position.
 */
function withoutTexts(content: Texts, paths: ReadonlySet<string>): Texts {
  const { translations, ...english } = content
  const overlays = isRecord(translations) ? translations : {}
  const emptied = emptiedRows(english, paths)
  const inLanguage = Object.entries(overlays).map(([language, texts]) => [
    language,
    isRecord(texts) ? strip(texts, paths, { emptied, at: `translations.${language}.` }) : texts,
  ])
  return {
    ...strip(english, paths, { emptied, at: '' }),
    ...(translations === undefined ? {} : { translations: Object.fromEntries(inLanguage) }),
  }
}

/** The paths of the rows of the top-level lists that are removed. */
function emptiedRows(english: Texts, paths: ReadonlySet<string>): ReadonlySet<string> {
  const found = Object.entries(english).flatMap(([name, rows]) =>
    Array.isArray(rows)
      ? rows.flatMap((row, place) => {
          const path = `${name}.${place}`
          const isHit = [...paths].some((one) => one.startsWith(`${path}.`))
          const left = textsIn(withoutPictures(stripped(row, paths, `${path}.`))).filter((text) => !isGeneric(text))
          return isHit && left.length === 0 ? [path] : []
        })
      : [],
  )
  return new Set(found)
}

/** What is only drawn beside a text. */
const withoutPictures = (row: unknown) => (isRecord(row) ? { ...row, icon: '', photo: '' } : row)

type Stripping = { emptied: ReadonlySet<string>; at: string }

function strip(texts: Texts, paths: ReadonlySet<string>, { emptied, at }: Stripping): Texts {
  const kept = Object.entries(texts).flatMap(([name, value]) => {
    if (paths.has(at + name)) return []
    if (!Array.isArray(value)) return [[name, stripped(value, paths, `${at}${name}.`)]]
    const rows = value
      .map((row, place) =>
        emptied.has(`${name}.${place}`) ? undefined : stripped(row, paths, `${at}${name}.${place}.`),
      )
      .filter((row) => row !== undefined)
    return rows.length === 0 && value.length > 0 ? [] : [[name, rows]]
  })
  return Object.fromEntries(kept)
}

function stripped(value: unknown, paths: ReadonlySet<string>, at: string): unknown {
  if (Array.isArray(value)) return value.map((inner, place) => stripped(inner, paths, `${at}${place}.`))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      paths.has(at + name) ? [] : [[name, stripped(inner, paths, `${at}${name}.`)]],
    ),
  )
}
