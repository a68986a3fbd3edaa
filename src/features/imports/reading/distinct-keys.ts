import type { ReadItem } from '../store'

/** Maximum characters of a key: the limit of a database index. */
const longestKey = 500

/**
 * Returns the key of each record of a file, different from those before it in its language: copies of a record keep its
 * guid, uuid or slug, and are records of their own. Depends only on the file, so that the same file has the same keys.
 */
export function createKeys(): (item: ReadItem) => string {
  const used = new Map<string, number>()
  return ({ type, key, title, language = '', payload }) => {
    if (!('html' in payload)) return shortened(key)
    const timesOf = (name: string) => used.get(`${type} ${language} ${name}`) ?? 0
    const use = (name: string) => {
      used.set(`${type} ${language} ${name}`, timesOf(name) + 1)
      return name
    }
    const whole = `${key} ${payload.slug} ${title}`
    const own = [key, `${key} ${payload.slug}`, whole].map(shortened)
    const free = own.find((name) => timesOf(name) === 0)
    return use(free ?? shortened(`${whole} ${timesOf(use(shortened(whole)))}`))
  }
}

const shortened = (key: string): string =>
  key.length <= longestKey ? key : new Bun.CryptoHasher('sha256').update(key).digest('hex')
