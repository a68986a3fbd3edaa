import { afterAll, beforeAll } from 'bun:test'
import type { MediaItem } from '#features/media/contract'
import type { ApiStandIn } from '#test/admin-screen'

const sizes = ['clientWidth', 'clientHeight'] as const

/**
 * Call it in each file that renders the library: its grid renders only what is visible, so the window needs a size. It
 * also has to see the focus inside of a tile, for which the document must be a `Document`; in the simulated browser it is
 * only one by its type.
 */
export function sizeWindow(): void {
  const real = sizes.map((size) => Object.getOwnPropertyDescriptor(HTMLElement.prototype, size))
  beforeAll(() => {
    Object.defineProperty(Document, Symbol.hasInstance, {
      configurable: true,
      value: (node: unknown) => node === document,
    })
    for (const size of sizes)
      Object.defineProperty(HTMLElement.prototype, size, { configurable: true, get: () => 1000 })
  })
  afterAll(() => {
    Reflect.deleteProperty(Document, Symbol.hasInstance)
    sizes.forEach((size, index) => {
      const descriptor = real[index]
      if (descriptor) Object.defineProperty(HTMLElement.prototype, size, descriptor)
      else Reflect.deleteProperty(HTMLElement.prototype, size)
    })
  })
}

/** A fake library API that stores writes and records requests. */
export function libraryApi(items: MediaItem[], refuse: Partial<Record<string, { status: number; json: object }>> = {}) {
  let stored = items
  const api: ApiStandIn = ({ method, path, body, version }) => {
    const refusal = refuse[method]
    if (refusal) return refusal
    const [address = '', query = ''] = path.split('?')
    const id = Number(address.split('/')[3])
    const item = stored.find((one) => one.id === id)
    if (method === 'GET' && address === '/api/media') {
      const asked = new URLSearchParams(query)
      const found = stored.filter(
        (one) =>
          one.name.includes(asked.get('q') ?? '') &&
          (asked.get('lacks') === null || one.alt.en === '') &&
          (asked.get('status') === 'trashed') === (one.trashedAt !== undefined) &&
          one.id < Number(asked.get('before') ?? Infinity),
      )
      const part = found.slice(0, 50)
      return { json: { items: part, next: found.length > 50 ? part.at(-1)?.id : null } }
    }
    if (!item) return { status: 404, json: { message: 'There is no such file' } }
    if (method === 'GET') return { json: item }
    if (version !== null && version !== `"${item.version}"`) return { status: 412, json: { message: 'Changed' } }
    const isUsed = item.usedIn.some((use) => use.in !== 'history')
    const isRefused = isUsed && !query.includes('force=1') && !address.endsWith('/restore')
    if (isRefused && method !== 'PUT') return { status: 409, json: { message: 'This is still in use' } }
    const trashedAt = address.endsWith('/trash') ? '2026-03-05T09:00:00.000Z' : undefined
    if (method === 'DELETE') {
      stored = stored.filter((one) => one !== item)
      return { status: 204 }
    }
    const input = (body ?? {}) as Partial<MediaItem>
    const alt = { ...item.alt, ...input.alt }
    const changed: MediaItem = { ...item, ...input, alt, trashedAt, version: item.version + 1 }
    stored = stored.map((one) => (one === item ? changed : one))
    return { json: changed }
  }
  return {
    api,
    change: (id: number, more: Partial<MediaItem>) => {
      stored = stored.map((one) => (one.id === id ? { ...one, ...more, version: one.version + 1 } : one))
    },
  }
}
