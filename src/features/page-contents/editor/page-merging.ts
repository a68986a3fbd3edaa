import { checkJson, type JsonPath, writeAt } from '#editing/json-text'
import { isRecord } from '#text/parse-json'
import { mergeContents } from '#records/editor/merge/merge-contents'
import { isSame, mergeFields, type Merging, type Versions } from '#records/editor/merge/merging'
import type { PageName } from '#features/page-contents/contract'
import { fieldsOf } from '#features/page-contents/page-fields'
import type { PageContentValues } from './page-values'

type Json = Record<string, unknown>

/** Merges two changes of a page's JSON; as whole texts if one of them is invalid. */
export function mergePageContents(page: PageName, versions: Versions<PageContentValues>): Merging<PageContentValues> {
  const base = checkJson(versions.base.text).value
  const yours = checkJson(versions.yours.text).value
  const theirs = checkJson(versions.theirs.text).value
  if (!base || !yours || !theirs) return mergeFields(versions)
  const merging = mergeContents(fieldsOf(page), { base, yours, theirs }, (path) => path.join('.'))
  return {
    ...merging,
    resolve: (choices) => ({ text: writeChanges(versions.theirs.text, [], theirs, merging.resolve(choices)) }),
  }
}

/** Writes only the differences into the text, and keeps its formatting. */
function writeChanges(text: string, path: JsonPath, from: Json, to: Json): string {
  return Object.keys({ ...from, ...to }).reduce((written, key) => {
    const [was, is] = [from[key], to[key]]
    if (isSame(was, is)) return written
    return isRecord(was) && isRecord(is)
      ? writeChanges(written, [...path, key], was, is)
      : writeAt(written, [...path, key], is)
  }, text)
}
