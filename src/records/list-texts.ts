import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableName } from 'drizzle-orm'
import { hasContent, searchedNames } from './kind/fields'
import type { RecordKind } from './kind/record'
import type { RecordTable } from './store/rows'

type Searched = Pick<RecordKind, 'name' | 'fields'>

/** The fields that editors search: by their names, which translations use, and by those of their columns. */
export const listTextNames = ({ fields }: Pick<Searched, 'fields'>): string[] => [
  ...new Set(searchedNames(fields).flatMap((name) => [name, toSnakeCase(name)])),
]

/** The statements that create the triggers of a kind's table, which maintain its rows in `record_texts`. */
export function listTextTriggers(kind: Searched, table: RecordTable): Record<string, string> {
  const name = getTableName(table)
  // Without the HTML body, which would have to be read from its own pages for each row.
  const run = hasContent(kind) ? 'keep_record_text' : 'keep_bodiless_record_text'
  const columns = [
    'slug',
    ...new Set(searchedNames(kind.fields).map(toSnakeCase)),
    'translations',
    'status',
    'published_at',
  ]
  const names = [kind.name, ...listTextNames(kind)].map((one) => `'${one}'`)
  return {
    [`${name}_text`]:
      `CREATE TRIGGER "${name}_text" AFTER INSERT OR DELETE OR UPDATE OF ${columns.map((one) => `"${one}"`).join(', ')} ON "${name}"\n` +
      `  FOR EACH ROW EXECUTE FUNCTION "${run}"(${names.join(', ')});`,
    [`${name}_no_text`]: `CREATE TRIGGER "${name}_no_text" AFTER TRUNCATE ON "${name}" EXECUTE FUNCTION "${run}"('${kind.name}');`,
  }
}

/** What a migration has to add, so that the triggers are those of the kind, after `migrations` in their order. */
export function missingTriggers(kind: Searched, table: RecordTable, migrations: string): string[] {
  const name = getTableName(table)
  const statements = Object.entries(listTextTriggers(kind, table)).flatMap(([trigger, wanted]) => {
    const last = migrations.lastIndexOf(`CREATE TRIGGER "${trigger}"`)
    if (last !== -1 && migrations.startsWith(wanted, last)) return []
    return [...(last === -1 ? [] : [`DROP TRIGGER "${trigger}" ON "${name}";`]), wanted]
  })
  // Each row passes through the new trigger once.
  return statements.length === 0 ? [] : [...statements, `UPDATE "${name}" SET "slug" = "slug";`]
}
