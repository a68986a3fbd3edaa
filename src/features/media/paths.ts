/** Where the library's files are served. The address of an item stays for its life, whatever it is called. */
export const mediaUrl = (id: number, name: string): string => `/media/${id}/${encodeURIComponent(name)}`

/** A small picture of the whole for lists of the admin. Another version of the item has another address. */
export const thumbnailUrl = ({ url, version }: { url: string; version: number }): string => `${url}?small=${version}`

/** Which item an address names, and by which name. */
export function readMediaPath(path: string): { id: number; name: string } | undefined {
  const [, id, escaped = ''] = /^\/media\/([1-9]\d{0,9})\/([^/]+)$/.exec(path) ?? []
  if (id === undefined || Number(id) > 2_147_483_647) return undefined
  try {
    return { id: Number(id), name: decodeURIComponent(escaped) }
  } catch {
    return undefined
  }
}
