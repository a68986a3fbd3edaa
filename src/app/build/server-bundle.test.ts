import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import english from '#locales/en/server.json'
import { bundleServer } from './bundle'

test('the bundle of the server contains its catalogs, so that a start reads and parses none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'server-bundle-'))
  try {
    await bundleServer({ folder, last: join(folder, 'none') })
    const code = readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n')
    expect(code).toContain(english['confirmation.title'])
    expect(code).not.toContain('#locales/')
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 60_000)
