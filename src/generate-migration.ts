import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentKinds } from '#app/features'
import { missingTriggers } from '#records/list-texts'

/**
 * `bun run db:generate`: the migration from the last schema to that of the code, by `drizzle-kit`, which knows tables and
 * indexes, and the triggers of the kinds of records, which it does not know.
 */
const folder = join(import.meta.dir, '../drizzle')
const migrations = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const before = migrations()
await generate()
const written = before.map(read).join('\n')
const triggers = contentKinds.flatMap(({ importing }) =>
  importing ? missingTriggers(importing.kind, importing.table, written) : [],
)
if (triggers.length > 0) {
  const isNew = (name: string) => !before.includes(name)
  if (!migrations().some(isNew)) await generate('--custom')
  const name = migrations().find(isNew) ?? ''
  const own = read(name).replace(/^-- Custom SQL.*\n*/, '')
  writeFileSync(join(folder, name), [...(own === '' ? [] : [own]), ...triggers].join('--> statement-breakpoint\n'))
  console.log(`${triggers.length} statements for the search of lists were added to drizzle/${name}`)
}

async function generate(...further: string[]) {
  const command = ['bunx', 'drizzle-kit', 'generate', ...further, ...process.argv.slice(2)]
  const child = Bun.spawn(command, { cwd: join(folder, '..'), stdio: ['ignore', 'inherit', 'inherit'] })
  const code = await child.exited
  if (code !== 0) process.exit(code)
}
