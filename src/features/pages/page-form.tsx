import type { ReactNode } from 'react'
import { RichTextField } from '#base/editing/rich-text-field'
import { TextField } from '#base/controls/text-field'
import { insertAt, type JsonPath, moveAt, readAt, writeAt } from '#base/editing/json-text'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import type { MessageId } from '#base/i18n/messages'
import { FieldPlace } from '#records/editor/field-place'
import type { PageName } from './contract'
import { type FieldSpec, labelIdOf, pageFields, type TextSpec } from './page-fields'
import { PageListField } from './page-list-field'

export type JsonEdit = (change: (text: string) => string) => void

type PageFormProps = {
  page: PageName
  /** The object that the JSON text holds. */
  content: Record<string, unknown>
  language: Language
  /** What is said below the fields of a group. */
  notes?: Partial<Record<string, ReactNode>>
  /** Changes the JSON text. */
  onEdit: JsonEdit
}

/** The texts of a page as labelled fields: each reads its value from the JSON text and writes it back there. */
export function PageForm({ page, content, language, notes = {}, onEdit }: PageFormProps) {
  const t = useText()
  const root: JsonPath = language === 'en' ? [] : ['translations', language]
  return pageFields[page].map(({ group, fields }) => (
    <section key={group} className="content-group" aria-label={t(`page.group.${group}` as MessageId)}>
      <h3 className="content-group-title">{t(`page.group.${group}` as MessageId)}</h3>
      {fields.map((field) => (
        <PageField
          key={`${language} ${field.key}`}
          field={field}
          root={root}
          content={content}
          language={language}
          onEdit={onEdit}
        />
      ))}
      {notes[group]}
    </section>
  ))
}

type PageFieldProps = {
  field: FieldSpec
  root: JsonPath
  content: Record<string, unknown>
  language: Language
  onEdit: JsonEdit
}

function PageField({ field, root, content, language, onEdit }: PageFieldProps) {
  const t = useText()
  const path = [...root, field.key]
  const value = readAt(content, path)
  const label = t(labelIdOf(field))
  const original = root.length === 0 ? undefined : content[field.key]
  if (field.kind !== 'list') {
    return (
      <PageText
        field={field}
        label={label}
        value={value}
        original={original}
        language={language}
        path={path}
        onChange={(text) => onEdit((json) => writeAt(json, path, text))}
      />
    )
  }
  return (
    <PageListField
      label={label}
      entries={value}
      original={original}
      onInsert={(index) =>
        onEdit((json) =>
          Array.isArray(value)
            ? insertAt(json, path, index, blankEntry(field.entry))
            : writeAt(json, path, [blankEntry(field.entry)]),
        )
      }
      onMove={(from, to) => onEdit((json) => moveAt(json, path, from, to))}
      onRemove={(index) => onEdit((json) => writeAt(json, [...path, index], undefined))}
      onCopy={() => onEdit((json) => writeAt(json, path, original))}
      renderEntry={(index) =>
        field.entry.map((part) => (
          <PageText
            key={part.key}
            field={part}
            label={t(`page.entry.${part.key}` as MessageId)}
            value={readAt(value, [index, part.key])}
            original={readAt(original, [index, part.key])}
            language={language}
            path={[...path, index, part.key]}
            onChange={(text) => onEdit((json) => writeAt(json, [...path, index, part.key], text))}
          />
        ))
      }
    />
  )
}

type PageTextProps = {
  field: TextSpec
  label: string
  value: unknown
  original: unknown
  language: Language
  path: JsonPath
  onChange: (text: string) => void
}

function PageText({ path, ...props }: PageTextProps) {
  return (
    <FieldPlace path={path.join('.')}>
      <Control {...props} />
    </FieldPlace>
  )
}

function Control({ field, label, value, original, language, onChange }: Omit<PageTextProps, 'path'>) {
  const t = useText()
  if (typeof value === 'object' && value !== null)
    return <p className="edit-note">{t('page.otherShape', { field: label })}</p>
  const text = value === undefined || value === null ? '' : String(value)
  const description = typeof original === 'string' && field.kind !== 'html' ? original : undefined
  if (field.kind === 'html') return <RichTextField label={label} value={text} onChange={onChange} language={language} />
  return (
    <TextField
      label={label}
      value={text}
      onChange={onChange}
      rows={field.kind === 'lines' ? 3 : 1}
      lang={language}
      description={description}
    />
  )
}

const blankEntry = (entry: TextSpec[]) => Object.fromEntries(entry.map(({ key }) => [key, '']))
