import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, firstAdministrator, visitor } from '../../client'
import { type SiteProcess, startSite } from '../../site-process'
import { type DrillOptions, expectThat, type Figures, newFigures, timedInto } from '../figures'

type Item = { id: number; url: string; name: string }
type Library = { items: Item[]; next: number | null }

/**
 * kill -9 while files are uploaded, replaced and deleted: every acknowledged item exists with its file, no item is
 * without one, and deleted ones are gone.
 */
export async function libraryDrill({ name, rounds, env = {} }: DrillOptions): Promise<Figures> {
  const figures = newFigures(`kill -9 while files are uploaded, ${name}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'library-'))
  const options = { dataDir, env: { ...env, THROTTLE: '0', SEED_DEMO: '0' } }
  let site = await startSite(options)
  try {
    const { cookie = '' } = await firstAdministrator(site)
    const kept = new Map<number, string>()
    const gone = new Set<number>()
    for (let round = 0; round < rounds; round++) {
      const editors = startEditors(site, cookie, { label: `round-${round}`, kept, gone })
      await Bun.sleep(200 + Math.random() * 800)
      const ended = site.stop('SIGKILL')
      await Promise.all([editors.stop(), ended])
      site = await timedInto(figures, 'longestRecoveryMs', () => startSite(options))
      await audit(figures, site, cookie, { kept, gone })
      figures.rounds++
    }
    figures.acknowledged = kept.size + gone.size
  } finally {
    await site.stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figures
}

type Known = { kept: Map<number, string>; gone: Set<number> }

function startEditors({ url }: SiteProcess, cookie: string, { label, kept, gone }: Known & { label: string }) {
  let isStopped = false
  const admin = visitor(url, cookie)
  const editors = Array.from({ length: 4 }, async (_, editor) => {
    for (let turn = 0; !isStopped; turn++) {
      const drawing = drawingOf(`${label}-${editor}-${turn}`)
      try {
        const { id } = await upload(admin, '/api/media', drawing)
        kept.set(id, drawing)
        if (turn % 3 === 1) {
          const other = drawingOf(`${label}-${editor}-${turn}-again`)
          // Until it is acknowledged, either file may be there.
          kept.set(id, '')
          await upload(admin, `/api/media/${id}/file`, other)
          kept.set(id, other)
        }
        if (turn % 3 === 2) {
          kept.delete(id)
          const answer = await admin.write('DELETE', `/api/media/${id}`)
          if (answer.status === 204) gone.add(id)
        }
      } catch {
        // The process is gone, and the current request was not acknowledged.
        return
      }
    }
  })
  return {
    async stop() {
      isStopped = true
      await Promise.all(editors)
    },
  }
}

async function audit(figures: Figures, { url }: SiteProcess, cookie: string, { kept, gone }: Known): Promise<void> {
  const items = await listAll(url, cookie)
  const ids = new Set(items.map(({ id }) => id))
  figures.lost += [...kept.keys()].filter((id) => !ids.has(id)).length
  for (const id of gone) expectThat(figures, !ids.has(id), `the deleted item ${id} is there again`)
  for (const item of items) {
    const answer = await fetch(url + item.url)
    const text = await answer.text()
    expectThat(figures, answer.status === 200, `the file of item ${item.id} answered ${answer.status}`)
    const label = /data-label="([^"]+)"/.exec(kept.get(item.id) ?? '')?.[1]
    expectThat(figures, label === undefined || text.includes(label), `item ${item.id} has another file`)
  }
}

async function listAll(url: string, cookie: string): Promise<Item[]> {
  const items: Item[] = []
  for (let before: number | null | undefined; before !== null;) {
    const answer = await fetch(`${url}/api/media?limit=100${before ? `&before=${before}` : ''}`, {
      headers: { cookie },
    })
    const part = (await answer.json()) as Library
    items.push(...part.items)
    before = part.next
  }
  return items
}

async function upload(admin: Client, path: string, drawing: string): Promise<Item> {
  const answer = await admin.upload(path, new File([drawing], 'drawing.svg'))
  if (!answer.ok) throw new Error(`An upload answered ${answer.status}`)
  return (await answer.json()) as Item
}

const drawingOf = (label: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><g data-label="${label}"><path d="M0 0h8v8z"/></g></svg>`
