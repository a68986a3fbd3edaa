import { readFileSync } from 'node:fs'

type Entity = Record<string, unknown>

/**
 * The vocabulary of schema.org in its published form, derived from the types that `schema-dts` generates for every
 * release: no package contains the published file.
 */
export function readVocabulary(): { '@graph': Entity[] } {
  const types = readFileSync(Bun.resolveSync('schema-dts/dist/schema.d.ts', import.meta.dir), 'utf8')
  const parents = new Map<string, Set<string>>()
  const domains = new Map<string, Set<string>>()
  for (const [, name = '', from = '', body = ''] of types.matchAll(interfaces)) {
    const own = name.replace(/(Base|Leaf)$/, '')
    const above = [...from.matchAll(/\b(\w+)Base\b/g)].map(([, parent = '']) => parent).filter((one) => one !== own)
    add(parents, own, above)
    for (const [, property = ''] of body.matchAll(/^ {4}"([a-z]\w*)"\?:/gm)) add(domains, property, [own])
  }
  if (parents.size < 700 || domains.size < 1200) throw new Error('schema-dts has another form than expected')
  return {
    '@graph': [
      ...[...parents].map(([name, above]) => ({
        '@id': `schema:${name}`,
        '@type': 'rdfs:Class',
        'rdfs:subClassOf': references(above),
      })),
      ...[...domains].map(([name, owners]) => ({
        '@id': `schema:${name}`,
        '@type': 'rdf:Property',
        'schema:domainIncludes': references(owners),
      })),
    ],
  }
}

const interfaces = /^(?:export )?interface (\w+(?:Base|Leaf)) extends ([^{]*)\{\n(.*?)^\}/gms
const references = (names: Set<string>) => [...names].map((name) => ({ '@id': `schema:${name}` }))

function add(into: Map<string, Set<string>>, name: string, values: string[]) {
  into.set(name, new Set([...(into.get(name) ?? []), ...values]))
}
