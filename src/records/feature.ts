import { z } from 'zod'
import type { Database } from '#platform/db/database'
import type { Feature } from '#platform/feature'
import type { Listed } from '#platform/long-list'
import { parseAt } from '#platform/http/issues'
import type { RecordKind } from './kind/record'
import { markRecord } from './preview/preview-marks'
import { recordHref } from './translation/localize'
import { sweepPreviews } from './preview/preview-links'
import type { RecordStore } from './store'
import type { RecordTable } from './store/rows'
import { findableRecords } from './store/findable'
import { namingRecords } from './store/naming'
import { packRecord } from './kind/stored-content'
import type { Untranslated } from './translation/translation-contract'
import { previews, recordDrafts, recordRevisions, recordTexts, recordTranslations } from './table'

/** A feature that may keep records, and says of which kinds. */
export type RecordFeature = Feature & {
  kinds?: readonly RecordKind[]
  /** What of its records is left to translate. */
  untranslated?: (db: Database) => Promise<Listed<Untranslated>>
}

const hour = 3_600_000
const minute = 60_000

/** The columns of `lifeColumns` that tables of before did not have. */
const later = ['status', 'trashedFrom', 'trashedAt', 'translation']

const previewedId = z
  .int({ error: 'validation.value' })
  .nullish()
  .transform((id) => id ?? undefined)

type Declared<K extends RecordKind> = {
  kind: K
  store: RecordStore<K>
  table: RecordTable
  /** What an archive calls the table. */
  part: string
  /** Columns that came after the first release, beside those of every kind. */
  columnsAddedLater?: readonly string[]
  /** Reads of the API whose answers are kept, by what follows its address. */
  keptReads: RegExp
}

/** All that a kind of record brings with it but its API. */
export const recordFeature = <K extends RecordKind>({
  kind,
  store,
  table,
  part,
  columnsAddedLater = [],
  keptReads,
}: Declared<K>): RecordFeature => ({
  kinds: [kind],
  content: {
    [part]: {
      table,
      row: { translations: kind.translations },
      later: [...later, ...columnsAddedLater],
      pack: packRecord,
    },
  },
  reads: [{ address: `/api${kind.api}`, kinds: [kind.name], rest: keptReads }],
  untranslated: store.listUntranslated,
  addresses: { kinds: [kind.name], records: store.addresses },
  findable: [findableRecords(kind, table)],
  naming: [namingRecords(kind, table)],
  schedule: { kinds: [kind.name], untilNext: store.untilNext },
  previews: {
    [kind.name]: async (db, { id, values, language }) => {
      const answer = await store.preview(db, parseAt(previewedId, id, 'id'), parseAt(kind.draftInput, values, 'values'))
      return {
        path: recordHref(kind.page, answer, language),
        address: `/api${kind.api}/${answer.slug}`,
        answer,
      }
    },
  },
  marks: { [kind.name]: (answer, marks) => markRecord(kind, answer, marks) },
  jobs: [
    { name: `empty the trash of ${kind.noun.many}`, every: hour, erases: true, run: store.emptyTrash },
    { name: `tell the translations of ${kind.noun.many}`, every: minute, run: store.settleTranslations },
  ],
})

/** The drafts and the history of all kinds, and the links to what is not published. */
export const history: RecordFeature = {
  content: {
    drafts: { table: recordDrafts },
    revisions: { table: recordRevisions, later: ['save', 'autosavedSince'] },
    translations: { table: recordTranslations },
  },
  passing: [previews, recordTexts],
  jobs: [{ name: 'sweep previews', every: hour, run: sweepPreviews }],
}
