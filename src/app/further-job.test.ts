import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyProject, root } from '#test/project-copy'

/** Follows docs/how-to/add-a-job.md in a copy of the project. */
const guide = readFileSync(join(root, 'docs/how-to/add-a-job.md'), 'utf8')
const files = [...guide.matchAll(/^`(src\/\S+\.ts)`:\n\n```ts\n(.*?)^```$/gms)].map(([, path = '', text = '']) => ({
  path,
  text,
}))
const { at, run, remove } = copyProject('further-job')
afterAll(remove)

test('the job of the how-to is added by its files and commands, which print what it shows', async () => {
  expect(files.map(({ path }) => path.slice('src/features/pings/'.length))).toEqual([
    'table.ts',
    'send-pings.ts',
    'feature.ts',
    'pings.test.ts',
  ])
  for (const { path, text } of files) {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  const [, shown = ''] = /^```\n(\$ bun run db:generate.*?)^```$/ms.exec(guide) ?? []
  const commands = shown.split(/^\$ /m).slice(1)
  expect(commands).toHaveLength(2)
  for (const block of commands) {
    const [command = '', ...lines] = block.trimEnd().split('\n')
    const printed = (await run(...command.split(' '))).replace(/\d{4}_pings/, '0000_pings')
    for (const line of lines) expect(printed).toContain(line)
  }
}, 120_000)
