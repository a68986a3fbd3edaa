import { z } from 'zod'
import type { Database } from '#platform/db/database'
import type { ContentKind, Feature, FeatureApi, PublicAddresses } from '#platform/feature'
import type { Listed } from '#platform/long-list'
import { checkValue, parseAt } from '#platform/http/issues'
import { byLanguage } from '#i18n/by-language'
import { languages } from '#i18n/language'
import { isRecord, parseJson } from '#text/parse-json'
import { storedCount, storedId, storedJson, storedLine } from '#text/stored-schema'
import { recordChecklist } from './checklist'
import { type Importing, importingRecords, findableRecords, namingRecords, overviewRows } from './store/content-kind'
import { ownListPath, type RecordKind } from './kind/record'
import { markRecord } from './preview/preview-record'
import { recordHref, slugIn } from './translation/localize'
import { requirePreview, sweepPreviews } from './preview/preview-links'
import type { RecordStore } from './store'
import type { RecordTable } from './store/rows'
import { knownSlugs } from './store/slugs'
import type { Block } from './kind/field-schemas'
import { hasContent } from './kind/fields'
import { blocksIn } from './kind/nested'
import { storedStatuses } from './kind/columns'
import { storedColumns, storedDraft } from './kind/stored-values'
import { packRecord } from './kind/stored-content'
import { translation, type Untranslated } from './translation/translation-contract'
import { revisionKinds } from './history/history-contract'
import { presenceApi } from './presence/api'
import { sweepWindows } from './presence/store'
import {
  openWindows,
  previews,
  recordDrafts,
  recordRevisions,
  recordTexts,
  recordTranslations,
  scheduledRecords,
} from './table'

/** A feature that may have records, and of which kinds. */
export type RecordFeature = Feature<
  ContentKind & {
    record?: RecordKind
    /** Its records with missing or outdated translations. */
    untranslated?: (db: Database) => Promise<Listed<Untranslated>>
    importing?: Importing
  }
>

const hour = 3_600_000
const minute = 60_000

/** The columns of `lifeColumns` that are absent in older archives. */
const later = ['status', 'trashedFrom', 'trashedAt', 'translation']

const previewedId = z
  .int({ error: 'validation.value' })
  .nullish()
  .transform((id) => id ?? undefined)

type Declared<K extends RecordKind> = Pick<ContentKind, 'feed'> & {
  kind: K
  store: RecordStore<K>
  table: RecordTable
  /** The table's name in archives. */
  part: string
  /** Columns added after the first release, in addition to those of every kind. */
  columnsAddedLater?: readonly string[]
  routes: FeatureApi['routes']
  /** Reads of the API whose responses are cached: matches the path after the API's prefix. */
  cachedReads: RegExp
  /** The HTML ids of the elements that show the blocks of a record, for previews. */
  sectionsOf?: (blocks: readonly Block[]) => { block: Block; id: string }[]
  /** Its public pages besides its list and those of its records. */
  lists?: PublicAddresses['limited']
}

const isBlock = (block: Record<string, unknown>): block is Block =>
  typeof block.id === 'string' && typeof block.type === 'string'

/** The feature of a kind of record. */
export const recordFeature = <K extends RecordKind>({
  kind,
  store,
  table,
  part,
  columnsAddedLater = [],
  routes,
  cachedReads,
  sectionsOf,
  lists,
  feed,
}: Declared<K>): RecordFeature => ({
  api: { routes, reads: [{ address: `/api${kind.api}`, kinds: [kind.name], rest: cachedReads }] },
  content: {
    kinds: [
      {
        name: kind.name,
        record: kind,
        untranslated: store.listUntranslated,
        edited: (db, key) => store.findEdited(db, key, { orId: true }),
        addresses: { limited: listsOf(kind, lists), records: store.addresses },
        feed,
        findable: findableRecords(kind, table),
        naming: namingRecords(kind, table),
        overview: overviewRows(kind, table),
        importing: importingRecords(kind, store, table),
        draft: z.lazy(() => storedDraft(kind)),
        untilNext: store.untilNext,
        isCalled: knownSlugs(kind, table),
        preview: async (db, { id, values, language }) => {
          const answer = await store.preview(
            db,
            parseAt(previewedId, id, 'id'),
            parseAt(kind.draftInput, values, 'values'),
          )
          const address = `/api${kind.api}/${encodeURIComponent(slugIn(answer, language))}`
          return { path: recordHref(kind.page, answer, language), address, answer }
        },
        mark: (answer, marks) => {
          const blocks = sectionsOf && 'blocks' in answer ? blocksIn(answer.blocks).filter(isBlock) : []
          for (const { block, id } of sectionsOf?.(blocks) ?? []) marks.block(id, block.id)
          return markRecord(kind, answer, marks)
        },
      },
    ],
    tables: {
      [part]: {
        table,
        get row() {
          return { ...storedLife, ...storedColumns(kind) }
        },
        later: [...later, ...columnsAddedLater],
        ...(hasContent(kind) ? { pack: packRecord } : {}),
      },
    },
  },
  checklist: recordChecklist({ kind, store, table }),
  listeners: [{ on: ['site'], run: store.scheduleAll }],
  jobs: [
    {
      name: `publish scheduled ${kind.noun.many}`,
      every: 500,
      wakes: [kind.name],
      untilDue: ({ db }) => store.untilDue(db),
      runInEach: store.publishDue,
    },
    { name: `empty the trash of ${kind.noun.many}`, every: hour, erases: true, run: store.emptyTrash },
    { name: `publish translation states of ${kind.noun.many}`, every: minute, run: store.settleTranslations },
  ],
})

const listsOf =
  (kind: RecordKind, others: PublicAddresses['limited']): PublicAddresses['limited'] =>
  async (db) => {
    const page = ownListPath(kind)
    const further = (await others?.(db)) ?? []
    return page === undefined ? further : [{ page, written: byLanguage(() => ({})) }, ...further]
  }

/** The schemas of `lifeColumns` in archives. */
const storedLife = {
  status: z.enum(storedStatuses),
  trashedFrom: z.enum(storedStatuses).nullable(),
  translation: translation.partial().extend({ version: z.int() }).nullable(),
}

/** The drafts and the history of all kinds, and the preview links. */
export function historyFeature(kinds: readonly ContentKind[]): Feature {
  const kind = z.enum(kinds.map(({ name }) => name))
  const recordId = z.string().regex(/^[\w-]{1,64}$/, 'validation.value')
  const values = new Map<unknown, z.ZodType | undefined>(kinds.map(({ name, draft }) => [name, draft]))
  const checkDraft = (row: Record<string, unknown>) => checkValue('values', values.get(row.kind), row.values)
  return {
    api: { named: { '/api/previews/:token': requirePreview } },
    content: {
      tables: {
        drafts: {
          table: recordDrafts,
          row: { kind, recordId, version: storedCount, values: storedJson },
          check: checkDraft,
        },
        revisions: {
          table: recordRevisions,
          later: ['save', 'autosavedSince', 'scheduledFor'],
          row: {
            kind,
            recordId,
            version: storedId,
            action: z.enum(revisionKinds),
            base: storedCount.nullable(),
            head: storedCount,
            tail: storedCount,
          },
          check: checkRevision,
        },
        translations: {
          table: recordTranslations,
          row: {
            kind,
            recordId,
            language: z.enum(languages),
            field: storedLine(500),
            translation: storedLine(100),
            source: storedLine(100),
          },
        },
      },
      passing: [previews, recordTexts, scheduledRecords],
    },
    jobs: [{ name: 'sweep previews', every: hour, run: sweepPreviews }],
  }
}

/** Which records are open in which windows. `kinds` are those that can be opened. */
export const presence = (kinds: () => readonly string[]): Feature => ({
  api: { routes: (services) => presenceApi(services, kinds()) },
  content: { passing: [openWindows] },
  jobs: [{ name: 'delete closed windows', every: 60_000, run: sweepWindows }],
})

/** A complete version is the JSON of its values; a patch is only readable with the version that it is based on. */
function checkRevision({ base, version, text }: Record<string, unknown>) {
  if (base === null)
    return checkValue(
      'text',
      z.string().refine((json) => isRecord(parseJson(json)), 'validation.jsonObject'),
      text,
    )
  return Number(base) < Number(version) ? undefined : { path: 'base', message: 'validation.value' }
}
