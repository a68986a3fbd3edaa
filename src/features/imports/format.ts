import { recordKinds } from '#features/kinds'
import { type Field, type Fields, namesOf } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'

/** The types of records in imports and exports: all kinds by their public names. */
export const recordTypes = recordKinds.map(({ publicName }) => publicName)
export type RecordType = (typeof recordTypes)[number]

export const importItemTypes = [...recordTypes, 'media', 'redirect'] as const
export type ImportItemType = (typeof importItemTypes)[number]

const kinds: readonly RecordKind[] = recordKinds

export const kindOfType = (type: RecordType): RecordKind => kinds.find(({ publicName }) => publicName === type)!

/** The folder of the records of a type in the site's own zips, for export and import. */
export const folderOf = (type: RecordType): string => kindOfType(type).folder ?? kindOfType(type).api.slice(1)

/** The file that identifies a zip as this site's export, and describes its pictures. */
export const markerFile = 'export.yaml'

/** The field with the summary of a record: the one that is proposed from its text, or else its first lines. */
export const summaryName = (fields: Fields): string | undefined =>
  namesOf(fields, (field) => 'proposed' in field && field.proposed === 'firstSentences')[0] ??
  namesOf(fields, ({ type }) => type === 'lines')[0]

/** The names of fields in front matter that other systems know, by the field's name. */
export function writtenAs(fields: Fields): Readonly<Record<string, string>> {
  const summary = summaryName(fields)
  return { ...(summary === undefined ? {} : { [summary]: 'description' }), imageUrl: 'image', publishedAt: 'date' }
}

const known = ['title', 'content', 'category', 'author']

/** The fields that no other system knows, under their own names in front matter. */
export function ownFieldsOf(fields: Fields): [name: string, field: Field][] {
  const others = writtenAs(fields)
  return Object.entries(fields).filter(([name]) => !known.includes(name) && !Object.hasOwn(others, name))
}

/** The block type of a page with a single text. */
export const onlyBlock = 'text'
