import { HttpError } from '#contract/http-error'
import { findHomeCustomPage } from '#features/custom-pages/feature'
import { checkSitePictures } from '#features/media/feature'
import { pageName } from '#features/pages/contract'
import { readJson } from '#features/pages/page-json'
import { readPageContent } from '#features/pages/store'
import type { SampleChange } from './changes'
import type { SamplesRestored } from '#contract/samples'
import { isTextKey } from '#features/settings/texts/built-in'
import { changeSite } from '#features/settings/site/store'
import { changeTexts } from '#features/settings/texts/store'
import { languages } from '#i18n/language'
import { type Actor, emit, type Transaction } from '#platform/events/events'
import { readSite } from '#platform/owner/site'
import { readOwnTexts } from '#platform/owner/texts'
import { isRecord } from '#text/parse-json'
import type { SampleSources } from './find-samples'
import { siteValues, writePageContent, writeRecord } from './remove-samples'

type Texts = Record<string, unknown>

/** Takes back what a removal changed, except for what somebody has changed since. */
export async function undoChanges(
  tx: Transaction,
  sources: SampleSources,
  changes: readonly SampleChange[],
  actor: Actor,
): Promise<SamplesRestored> {
  const total = { restored: 0, kept: 0 }
  for (const change of changes) {
    const { restored, kept } = await undo(tx, sources, change, actor)
    total.restored += restored
    total.kept += kept
  }
  return total
}

async function undo(
  tx: Transaction,
  sources: SampleSources,
  change: SampleChange,
  actor: Actor,
): Promise<SamplesRestored> {
  if (change.is === 'site') return undoSite(tx, sources, change, actor)
  if (change.is === 'texts') return undoTexts(tx, change)
  if (change.is === 'page') return undoPage(tx, change, actor)
  const record = sources.records.find(({ kind }) => kind.name === change.kind)
  const stored = record && (await record.naming.read(tx, String(change.id)))
  if (!record || stored?.version !== change.version) return { restored: 0, kept: 1 }
  try {
    if (change.is === 'trashed') await record.putBack(tx, change.id, actor)
    else await writeRecord(tx, record, { id: change.id, values: change.before, status: 'published' }, actor)
    return { restored: 1, kept: 0 }
  } catch (error) {
    if (error instanceof HttpError) return { restored: 0, kept: 1 }
    throw error
  }
}

type Change<Is> = Extract<SampleChange, { is: Is }>

async function undoSite(
  tx: Transaction,
  { config }: SampleSources,
  { before, after }: Change<'site'>,
  actor: Actor,
): Promise<SamplesRestored> {
  const { stored } = await readSite(tx, config)
  const same = Object.keys(after).filter((name) => Bun.deepEquals(Reflect.get(stored, name) ?? null, after[name]))
  const values = Object.fromEntries(same.map((name) => [name, before[name] ?? null]))
  if (same.length > 0) {
    const lookups = { checkPictures: checkSitePictures, findHomeCustomPage }
    await changeSite(tx, siteValues(values), { expected: undefined, actor, lookups })
    emit(tx, { kind: 'site-settings', action: 'updated', id: 'site' })
  }
  return { restored: same.length, kept: Object.keys(after).length - same.length }
}

async function undoTexts(tx: Transaction, { before, after }: Change<'texts'>): Promise<SamplesRestored> {
  const own = await readOwnTexts(tx)
  const counts = { restored: 0, kept: 0 }
  const back: Record<string, Texts> = {}
  for (const [key, texts] of Object.entries(after))
    for (const language of languages) {
      const text = texts[language]
      if (text === undefined) continue
      const isSame = isTextKey(key) && (own[language][key] ?? null) === text
      if (isSame) back[key] = { ...back[key], [language]: before[key]?.[language] ?? null }
      counts[isSame ? 'restored' : 'kept']++
    }
  if (counts.restored > 0) {
    await changeTexts(tx, back)
    emit(tx, { kind: 'site-text', action: 'updated', id: null })
  }
  return counts
}

async function undoPage(
  tx: Transaction,
  { page, before, after }: Change<'page'>,
  actor: Actor,
): Promise<SamplesRestored> {
  const name = pageName.safeParse(page)
  const stored = name.success ? await readPageContent(tx, name.data) : undefined
  if (!stored) return { restored: 0, kept: 1 }
  const counts = { restored: 0, kept: 0 }
  const content = merged(readJson(before), readJson(after), readJson(stored.content), counts)
  if (counts.restored > 0) await writePageContent(tx, page, JSON.stringify(content, null, 2), actor)
  return counts
}

/** The values of `now`, and those of `before` where `now` is still as `after`; objects key by key. */
function merged(before: Texts, after: Texts, now: Texts, counts: SamplesRestored): Texts {
  const keys = new Set([...Object.keys(before), ...Object.keys(now)])
  const entries = [...keys].flatMap((key) => {
    const [was, became, is] = [before[key], after[key], now[key]]
    if (Bun.deepEquals(was, became)) return is === undefined ? [] : [[key, is]]
    if (isRecord(was) && (is === undefined || isRecord(is)))
      return [[key, merged(was, isRecord(became) ? became : {}, isRecord(is) ? is : {}, counts)]]
    const isSame = Bun.deepEquals(is, became)
    counts[isSame ? 'restored' : 'kept']++
    const value = isSame ? was : is
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}
