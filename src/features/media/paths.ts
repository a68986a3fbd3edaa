/** The URL of a library file. It is permanent, whatever the item's name. */
export const mediaUrl = (id: number, name: string): string => `/media/${id}/${encodeURIComponent(name)}`

/** A thumbnail for admin lists. Each version of the item has its own URL. */
export const thumbnailUrl = ({ url, version }: { url: string; version: number }): string => `${url}?small=${version}`

/** The item id and the name in a URL. */
export function readMediaPath(path: string): { id: number; name: string } | undefined {
  const [, id, escaped = ''] = /^\/media\/([1-9]\d{0,9})\/([^/]+)$/.exec(path) ?? []
  if (id === undefined || Number(id) > 2_147_483_647) return undefined
  try {
    return { id: Number(id), name: decodeURIComponent(escaped) }
  } catch {
    return undefined
  }
}
