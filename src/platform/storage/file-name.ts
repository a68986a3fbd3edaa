import { HttpError } from '#contract/http-error'

/** Hashes and UUIDs with a prefix or a suffix: one name, which no file system and no bucket reads as a path. */
const fileName = /^[a-z\d][a-z\d._-]{0,199}$/i

/**
 * The name of a file in a store or a cache. Throws 404 for any other name, because names may come from
 * rows of a restored archive.
 */
export function checkFileName(name: string): string {
  if (!isFileName(name)) throw new HttpError(404, 'errors.mediaNotFound')
  return name
}

/** A name with two dots in a row is none, so that no part of it can be taken for a parent folder. */
export const isFileName = (name: string): boolean => fileName.test(name) && !name.includes('..')
