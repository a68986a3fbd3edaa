import type { ReactNode } from 'react'
import { ImageField } from '#editing/image-field'
import { readAt, writeAt } from '#editing/json-text'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { FieldPair } from '#records/editor/languages/field-pair'
import type { TranslationMarks } from '#records/editor/languages/translation-marks'
import type { PageName } from './contract'
import { insertRow, moveRow, removeRow, rootOf, rowsOf, writeRow } from '#records/editor/nested/list-edits'
import { type Field, isText, type ListField, namesOf, type RowFields, type TextField } from '#records/kind/fields'
import { labelIdOf, pageFields } from './page-fields'
import { ListRows } from '#records/editor/nested/list-rows'
import { NestedText } from '#records/editor/nested/nested-text'

export type JsonEdit = (change: (text: string) => string) => void

export type PageFormProps = {
  page: PageName
  /** The object that the JSON text holds. */
  content: Record<string, unknown>
  /** The one that is stored. */
  base: Record<string, unknown>
  marks: TranslationMarks
  /** Those whose texts are shown, in their order. */
  languages: readonly Language[]
  /** What is said below the fields of a group. */
  notes?: Partial<Record<string, ReactNode>>
  /** Changes the JSON text. */
  onEdit: JsonEdit
}

/** The texts of a page as labelled fields: each reads its value from the JSON text and writes it back there. */
export function PageForm({ page, notes = {}, ...form }: PageFormProps) {
  const t = useText()
  return pageFields[page].map(({ group, fields }) => (
    <section key={group} className="content-group" aria-label={t(`page.group.${group}` as MessageId)}>
      <h3 className="content-group-title">{t(`page.group.${group}` as MessageId)}</h3>
      {Object.entries(fields).map(([name, field]) => (
        <PageField key={name} {...{ page, name, field }} {...form} />
      ))}
      {notes[group]}
    </section>
  ))
}

type FieldProps<Declared> = Omit<PageFormProps, 'notes'> & { name: string; field: Declared }

function PageField({ page, name, field, ...form }: FieldProps<Field>) {
  const t = useText()
  const { content, base, marks, languages, onEdit } = form
  if (field.type === 'list') return <PageList {...{ page, name, field }} {...form} />
  if (!isText(field)) return null
  const pathIn = (language: Language) => [...rootOf(language), name]
  return (
    <FieldPair
      languages={languages}
      pathOf={(language) => pathIn(language).join('.')}
      render={(language) => (
        <NestedText
          field={field}
          label={t(labelIdOf(page, name))}
          language={language}
          name={name}
          marks={marks}
          value={readAt(content, pathIn(language))}
          original={content[name]}
          stored={{ value: readAt(base, pathIn(language)), original: base[name] }}
          onChange={(text) => onEdit((json) => writeAt(json, pathIn(language), text))}
        />
      )}
    />
  )
}

function PageList({ page, name: key, field, ...form }: FieldProps<ListField>) {
  const t = useText()
  const { content, onEdit } = form
  const { entry } = field
  const [picture] = namesOf(entry, ({ type }) => type === 'picture')
  const label = t(labelIdOf(page, key))
  const english = content[key] ?? []
  if (!Array.isArray(english)) return <p className="edit-note">{t('page.otherShape', { field: label })}</p>
  return (
    <ListRows
      label={label}
      rows={rowsOf(content, key)}
      shown={english.length}
      onInsert={(index) => onEdit((json) => insertRow(json, key, index, blankRow(entry)))}
      onMove={(from, to) => onEdit((json) => moveRow(json, key, from, to))}
      onRemove={(index) => onEdit((json) => removeRow(json, key, index))}
      renderRow={(index) => (
        <>
          {Object.entries(entry).map(
            ([name, part]) =>
              isText(part) && <PageEntryText key={name} {...form} {...{ list: key, index, name, part }} />,
          )}
          {picture !== undefined && index < english.length && (
            <ImageField
              label={t(`page.entry.${picture}` as MessageId)}
              value={pictureAt(content, [key, index, picture])}
              onChange={(url) => onEdit((json) => writeRow(json, 'en', { key, index, part: picture }, url))}
            />
          )}
        </>
      )}
    />
  )
}

type EntryTextProps = Omit<PageFormProps, 'page' | 'notes'> & {
  list: string
  index: number
  name: string
  part: TextField
}

function PageEntryText({ list: key, index, name, part, content, base, marks, languages, onEdit }: EntryTextProps) {
  const t = useText()
  const pathIn = (language: Language) => [...rootOf(language), key, index, name]
  return (
    <FieldPair
      languages={languages}
      pathOf={(language) => pathIn(language).join('.')}
      render={(language) => (
        <NestedText
          field={part}
          label={t(`page.entry.${name}` as MessageId)}
          language={language}
          name={pathIn('en').join('.')}
          marks={marks}
          value={readAt(content, pathIn(language))}
          original={readAt(content, pathIn('en'))}
          stored={{ value: readAt(base, pathIn(language)), original: readAt(base, pathIn('en')) }}
          onChange={(text) => onEdit((json) => writeRow(json, language, { key, index, part: name }, text))}
        />
      )}
    />
  )
}

const pictureAt = (content: Record<string, unknown>, path: (string | number)[]): string => {
  const url = readAt(content, path)
  return typeof url === 'string' ? url : ''
}

const blankRow = (entry: RowFields) => Object.fromEntries(namesOf(entry, isText).map((name) => [name, '']))
