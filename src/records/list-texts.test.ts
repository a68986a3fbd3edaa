import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentKinds } from '#app/features'
import { listTextTriggers, missingTriggers } from './list-texts'

const folder = join(import.meta.dir, '../../drizzle')
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n')
const kinds = contentKinds.flatMap(({ importing }) => importing ?? [])
const { kind, table } = kinds[0]!

test('the migrations contain the triggers of every kind', () => {
  expect(kinds.length).toBeGreaterThan(1)
  for (const one of kinds) expect(missingTriggers(one.kind, one.table, migrations)).toEqual([])
})

test('a new kind gets both triggers, and a kind with a further searched field a new one, which fills its rows', () => {
  const both = Object.values(listTextTriggers(kind, table))
  expect(both).toHaveLength(2)
  expect(missingTriggers(kind, table, '')).toEqual([...both, 'UPDATE "posts" SET "slug" = "slug";'])
  const fields = { ...kind.fields, byLine: { type: 'text', max: 9, searched: true } as const }
  const [removed, made = '', ...more] = missingTriggers({ ...kind, fields }, table, migrations)
  expect(removed).toBe('DROP TRIGGER "posts_text" ON "posts";')
  expect(made).toContain(`"by_line"`)
  expect(made).toContain(`'byLine', 'by_line'`)
  expect(more).toEqual(['UPDATE "posts" SET "slug" = "slug";'])
})
