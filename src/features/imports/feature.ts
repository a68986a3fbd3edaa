import { namedRecord } from '#platform/named-record'
import type { Feature } from '#platform/feature'
import type { Importing } from '#records/importing'
import { Elysia } from 'elysia'
import { importsApi } from './api'
import { exportApi } from './export/api'
import { recordTypes } from './format'
import type { ImportPorts } from './ports'
import { runImports } from './run/execute-import'
import { forgetUnrun, sweepUnpacked } from './reading/unpacked'
import { runningImports } from './store'
import { checkImportItem, endImport, storedImport, storedImportItem } from './stored-imports'
import { importItems, imports } from './table'

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
