import type { Feature } from '#platform/feature'
import type { Importing } from '#records/importing'
import { importsApi } from './api'
import type { ImportPorts } from './ports'
import { tendImports } from './run/carry-out-import'
import { importItems, imports } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    import: true
  }
}

type Parts = Omit<ImportPorts, 'records'> & { records: readonly Importing[] }

/** Makes records of what other systems have kept. */
export function importsFeature({ records, ...others }: Parts): Feature {
  const called = (name: string) => records.find(({ kind }) => kind.name === name)!
  const ports: ImportPorts = {
    ...others,
    records: { post: called('post'), page: called('custom-page'), project: called('project') },
  }
  return {
    api: { routes: (services) => importsApi(services, ports) },
    content: { passing: [importItems, imports] },
    jobs: [{ name: 'go on with imports', every: 2000, runInEach: (services) => tendImports(services, ports) }],
  }
}
