import { namedRecord, type Feature } from '#platform/feature'
import type { Importing } from '#records/store/content-kind'
import { Elysia } from 'elysia'
import { importsApi } from './api'
import { exportApi } from './export/api'
import { recordTypes, importItemTypes } from './format'
import type { ImportPorts } from './ports'
import { runImports } from './run/execute-import'
import { importedFile, importedRecord, importedRedirect, remark } from './reading/reader'
import { forgetUnrun, runningImports, sweepUnpacked } from './store'
import { z } from 'zod'
import type { Issue } from '#contract/http-error'
import { languages } from '#i18n/language'
import { checkValue } from '#platform/http/issues'
import { plainText } from '#text/schema'
import { storedCount, storedId, storedJson, storedLine } from '#text/stored-schema'
import { importKinds, importRun, importStates } from './contract'
import { importItemStates, importItems, imports } from './table'

// The schemas of imports and their items in archives. The jobs read paths and hosts from these rows.

/** A host as URLs write it, with its port; several are separated by blanks. */
const hosts = plainText(10_000).regex(/^(?:[\p{L}\p{N}\p{M}.:_[\] -]*)$/u, 'validation.value')
const counts = z.object({ posts: storedCount, pages: storedCount, media: storedCount, redirects: storedCount })

const storedImport = {
  kind: z.enum(importKinds),
  title: plainText(2000),
  host: hosts,
  state: z.enum(importStates),
  found: counts,
  skipped: z.array(remark).max(1_000_000, 'validation.tooMany'),
  run: importRun.nullable(),
  origin: storedLine(2048),
  username: storedLine(256).nullable(),
}

/** An import that was running is over, and no process holds it: its unpacked files are not in the archive. */
const endImport = (row: Record<string, unknown>): Record<string, unknown> => ({
  ...row,
  state: row.state === 'running' ? 'failed' : row.state,
  holder: null,
})

const payloads: Record<string, z.ZodType> = {
  media: importedFile,
  redirect: importedRedirect,
  ...Object.fromEntries(recordTypes.map((type) => [type, importedRecord])),
}

const storedImportItem = {
  type: z.enum(importItemTypes),
  key: plainText(1000),
  title: plainText(200_000),
  language: z.enum([...languages, '']),
  payload: storedJson,
  state: z.enum(importItemStates),
  slug: plainText(8000).nullable(),
  recordId: storedId.nullable(),
  version: storedId.nullable(),
  lacks: z.array(plainText(200_000)).max(100_000, 'validation.tooMany'),
}

/** The payload depends on the type, and undoing an import needs the id of what it made. */
function checkImportItem({ type, payload, state, recordId }: Readonly<Record<string, unknown>>): Issue | undefined {
  if (state === 'made' && recordId === null) return { path: 'recordId', message: 'validation.value' }
  return checkValue('payload', payloads[String(type)], payload)
}

declare module '#platform/events/events' {
  interface Kinds {
    import: true
  }
}

const hour = 3_600_000

type Parts = Omit<ImportPorts, 'records'> & { records: readonly Importing[] }

/** Imports records of other systems. */
export function importsFeature({ records, ...others }: Parts): Feature {
  const called = recordTypes.map((type) => [type, records.find(({ kind }) => kind.publicName === type)!] as const)
  const ports: ImportPorts = {
    ...others,
    records: Object.fromEntries(called) as ImportPorts['records'],
  }
  return {
    api: {
      named: { '/api/imports/:id': namedRecord(imports, imports.id, 'import') },
      routes: (services) => new Elysia().use(importsApi(services, ports)).use(exportApi(services, ports)),
    },
    // A restored site knows which records came from which file, so that importing it again creates no duplicates.
    content: {
      tables: {
        imports: { table: imports, row: storedImport, ended: endImport },
        importItems: { table: importItems, row: storedImportItem, check: checkImportItem },
      },
    },
    jobs: [
      {
        name: 'run imports',
        every: 2000,
        wakes: ['import'],
        untilDue: (services) => runningImports.untilDue(services),
        runInEach: (services) => runImports(services, ports),
      },
      { name: 'delete abandoned imports', every: hour, erases: true, run: forgetUnrun },
      { name: 'sweep import files', every: hour, atStart: true, runInEach: sweepUnpacked },
    ],
  }
}
