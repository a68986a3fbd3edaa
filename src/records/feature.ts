import { z } from 'zod'
import type { Database } from '#platform/db/database'
import type { ContentKind, Feature, FeatureApi, PublicAddresses } from '#platform/feature'
import type { Listed } from '#platform/long-list'
import { parseAt } from '#platform/http/issues'
import { recordChecklist } from './checklist'
import { type Importing, importingRecords } from './importing'
import type { RecordKind } from './kind/record'
import { markRecord } from './preview/preview-marks'
import { recordHref, slugIn } from './translation/localize'
import { requirePreview, sweepPreviews } from './preview/preview-links'
import type { RecordStore } from './store'
import type { RecordTable } from './store/rows'
import { knownSlugs } from './store/known-slugs'
import { findableRecords } from './store/findable'
import { namingRecords } from './store/naming'
import { hasContent, isNested } from './kind/fields'
import { nestedAnswer } from './kind/nested-schemas'
import { seoMetadata } from './kind/seo-metadata'
import { packRecord } from './kind/stored-content'
import type { Untranslated } from './translation/translation-contract'
import { previews, recordDrafts, recordRevisions, recordTexts, recordTranslations, scheduledRecords } from './table'

/** A feature that may have records, and of which kinds. */
export type RecordFeature = Feature<
  ContentKind & {
    record?: RecordKind
    /** Its records with missing or outdated translations. */
    untranslated?: (db: Database) => Promise<Listed<Untranslated>>
    importing?: Importing
  }
>

const second = 1000
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
  /** Its public pages besides those of its records. */
  lists?: PublicAddresses['few']
}

/** The feature of a kind of record. */
export const recordFeature = <K extends RecordKind>({
  kind,
  store,
  table,
  part,
  columnsAddedLater = [],
  routes,
  cachedReads,
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
        addresses: { few: lists, records: store.addresses },
        feed,
        findable: findableRecords(kind, table),
        naming: namingRecords(kind, table),
        importing: importingRecords(kind, store, table),
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
        mark: (answer, marks) => markRecord(kind, answer, marks),
      },
    ],
    tables: {
      [part]: {
        table,
        row: { ...jsonColumns(kind), translations: kind.translations },
        later: [...later, ...columnsAddedLater],
        ...(hasContent(kind) ? { pack: packRecord } : {}),
      },
    },
  },
  checklist: recordChecklist({ kind, store, table, part }),
  listeners: [{ on: ['site'], run: store.scheduleAll }],
  jobs: [
    { name: `publish scheduled ${kind.noun.many}`, every: second, runInEach: store.publishDue },
    { name: `empty the trash of ${kind.noun.many}`, every: hour, erases: true, run: store.emptyTrash },
    { name: `tell the translations of ${kind.noun.many}`, every: minute, run: store.settleTranslations },
  ],
})

/** The schemas of its JSON columns, without translations. */
const jsonColumns = (kind: RecordKind): Record<string, z.ZodType> => ({
  ...(hasContent(kind) ? {} : { metadata: seoMetadata }),
  ...Object.fromEntries(
    Object.entries(kind.fields).flatMap(([name, field]) => (isNested(field) ? [[name, nestedAnswer(field)]] : [])),
  ),
})

/** The drafts and the history of all kinds, and the preview links. */
export const history: Feature = {
  api: { named: { '/api/previews/:token': requirePreview } },
  content: {
    tables: {
      drafts: { table: recordDrafts },
      revisions: { table: recordRevisions, later: ['save', 'autosavedSince'] },
      translations: { table: recordTranslations },
    },
    passing: [previews, recordTexts, scheduledRecords],
  },
  jobs: [{ name: 'sweep previews', every: hour, run: sweepPreviews }],
}
