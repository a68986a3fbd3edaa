import { type ComponentType, useRef, useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { PlusIcon } from '#ui/controls/buttons/icons'
import { Switch } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { ImageField } from '#editing/image-field'
import { type JsonPath, readAt } from '#editing/json-text'
import { useText } from '#i18n/i18n'
import { defaultLanguage, type Language, languages as allLanguages } from '#i18n/language'
import { FieldAnchor, FieldPair } from '#records/editor/fields/field-location'
import { type TranslationMarks, TranslationMark } from '#records/editor/languages/translation-mark'
import {
  type Field,
  type GroupField,
  isText,
  type ListField,
  type RowField,
  type RowFields,
  type TextField as Text,
  type TextField as TextSpec,
} from '#records/kind/fields'
import { isBlank } from '#records/kind/nested'
import { isRecord } from '#text/parse-json'
import { RichTextField } from '#editing/rich-text-field'
import { useLanguageNames } from '#i18n/use-language-names'
import {
  countRows,
  insertRow,
  inside,
  moveRow,
  pathIn,
  type ListPath,
  removeRow,
  rootOf,
  writeValue,
  blankRow,
} from './list-edits'
import { ListRows } from './list-rows'
import { NestedBlocks } from './nested-blocks'

/** The values whose fields are edited: of a page, or of one field of a record. */
export type NestedForm = {
  content: Record<string, unknown>
  /** The stored content. */
  base: Record<string, unknown>
  marks: TranslationMarks
  /** The shown languages, in order. */
  languages: readonly Language[]
  /** The label of a field, by the names of its ancestors and its own. */
  labelOf: (names: string[]) => string
  /** Errors by path. */
  errors?: Readonly<Record<string, string>>
  onEdit: (change: (content: Record<string, unknown>) => Record<string, unknown>) => void
  /** Controls that replace the one of a field's type. */
  controls?: FieldControls
}

/** By the names of a field's ancestors and its own, joined with dots (`features.icon`). */
export type FieldControls = Readonly<Record<string, ComponentType<FieldControlProps>>>

export type FieldControlProps = {
  label: string
  /** The value in English, or of all languages. */
  value: unknown
  valueIn: (language: Language) => unknown
  onChange: (value: unknown, language?: Language) => void
  /** The shown languages, in order. */
  languages: readonly Language[]
  /** All values of the page, or of the record's field. */
  content: Record<string, unknown>
  /** The path of the value in them. */
  path: JsonPath
  error?: string
}

type NestedProps<Declared> = NestedForm & { field: Declared; place: ListPath; names: string[] }

/** The control of one declared value, or of the values nested in it. */
export function NestedField({ field, ...props }: NestedProps<Field | RowField>) {
  const Control = props.controls?.[props.names.join('.')]
  if (Control) return <OwnControl Control={Control} {...props} />
  if (isText(field)) return <NestedTexts field={field} {...props} />
  if (field.type === 'list') return <NestedList field={field} {...props} />
  if (field.type === 'blocks')
    return <NestedBlocks field={field} {...props} renderFields={(block) => <NestedFields {...props} {...block} />} />
  if (field.type === 'group') return <NestedGroup field={field} {...props} />
  return <SingleValue field={field} {...props} />
}

/** An empty group that is optional is a button until it is wanted. */
function NestedGroup({ field, ...props }: NestedProps<GroupField>) {
  const t = useText()
  const [isOpened, setIsOpened] = useState(false)
  const group = useRef<HTMLFieldSetElement>(null)
  const label = props.labelOf(props.names)
  const isNeeded = isWanted(field, props) || firstBelow(props.errors ?? {}, props.place.at.join('.')) !== undefined
  const open = () => {
    setIsOpened(true)
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>('input, textarea')?.focus())
  }
  if (!isNeeded && !isOpened)
    return (
      <FieldAnchor path={props.place.name.join('.')}>
        <Button variant="quiet" onPress={open}>
          <PlusIcon />
          {t('blocks.addPart', { part: label })}
        </Button>
      </FieldAnchor>
    )
  return (
    <fieldset className="content-list" ref={group}>
      <legend className="kit-label">{label}</legend>
      <NestedFields fields={isWanted(field, props) ? field.fields : optional(field.fields)} {...props} />
    </fieldset>
  )
}

function OwnControl({
  Control,
  ...props
}: Omit<NestedProps<never>, 'field'> & { Control: ComponentType<FieldControlProps> }) {
  // oxlint-disable-next-line no-shadow
  const { content, place, names, languages, labelOf, errors = {}, onEdit } = props
  if (isOnlyTranslated(content, place)) return null
  return (
    <FieldAnchor path={place.name.join('.')}>
      <Control
        {...{ content, languages }}
        path={place.at}
        label={labelOf(names)}
        value={readAt(content, place.at)}
        valueIn={(language) => readAt(content, pathIn(language, place))}
        error={firstBelow(errors, place.at.join('.'))}
        onChange={(value, language = defaultLanguage) => onEdit((now) => writeValue(now, language, place, value))}
      />
    </FieldAnchor>
  )
}

/** The error of a value, or the first of one inside it. */
const firstBelow = (errors: Readonly<Record<string, string>>, path: string): string | undefined =>
  errors[path] ?? Object.entries(errors).find(([place]) => place.startsWith(`${path}.`))?.[1]

/** Whether it is in a row that exists only in a translation. */
function isOnlyTranslated(content: Record<string, unknown>, { at }: ListPath): boolean {
  const row = at.findLastIndex((part) => typeof part === 'number')
  return row >= 0 && !isRecord(readAt(content, at.slice(0, row + 1)))
}

/** The required fields of an optional group are required once it is not empty. */
const isWanted = (field: GroupField, { content, place }: NestedForm & { place: ListPath }) =>
  field.required === true || !isBlank(readAt(content, place.at))

const optional = (fields: RowFields): RowFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      'required' in field ? { ...field, required: undefined } : field,
    ]),
  )

/** The fields of a row, a group or a block. */
function NestedFields({
  fields,
  place,
  names,
  ...form
}: NestedForm & Omit<NestedProps<never>, 'field'> & { fields: RowFields }) {
  const t = useText()
  const of = descriptionOf(fields, place, form)
  return Object.entries(fields).map(([name, field]) => {
    if (name === 'alt' && of.isElsewhere)
      return (
        of.isOfLibrary && (
          <p key={name} className="edit-note">
            {t('blocks.altOfLibrary')}
          </p>
        )
      )
    const onEdit: NestedForm['onEdit'] =
      name === 'src' && of.isPicture ? (change) => form.onEdit((now) => withoutOldAlt(change(now), place)) : form.onEdit
    return (
      <NestedField key={name} {...form} {...{ field, onEdit }} place={inside(place, name)} names={[...names, name]} />
    )
  })
}

const isLibraryFile = (src: unknown) => typeof src === 'string' && src.startsWith('/media/')

/**
 * The alternative text beside a picture: the library has one for each of its pictures, and without a picture there is
 * nothing to describe. A text that was typed all the same is shown.
 */
function descriptionOf(fields: RowFields, place: ListPath, { content, errors = {} }: NestedForm) {
  const isPicture = fields.src?.type === 'picture' && fields.alt !== undefined
  const src = readAt(content, inside(place, 'src').at)
  const alt = inside(place, 'alt')
  const isTyped =
    errors[alt.at.join('.')] !== undefined ||
    allLanguages.some((language) => !isBlank(readAt(content, pathIn(language, alt))))
  return {
    isPicture,
    isOfLibrary: isLibraryFile(src),
    isElsewhere: isPicture && !isTyped && (isBlank(src) || isLibraryFile(src)),
  }
}

/** After another picture of the library was chosen, the text of the one before is removed. */
function withoutOldAlt(content: Record<string, unknown>, place: ListPath): Record<string, unknown> {
  if (!isLibraryFile(readAt(content, inside(place, 'src').at))) return content
  const alt = inside(place, 'alt')
  return allLanguages
    .filter((language) => !isBlank(readAt(content, pathIn(language, alt))))
    .reduce((changed, language) => writeValue(changed, language, alt, ''), content)
}

/** A text in every shown language, or once if it is not translated. */
function NestedTexts({ field, place, names, ...form }: NestedProps<Text>) {
  // oxlint-disable-next-line no-shadow
  const { content, base, marks, languages, labelOf, errors = {}, onEdit } = form
  const english = readAt(content, place.at)
  return (
    <FieldPair
      languages={field.translated ? languages : [defaultLanguage]}
      pathOf={(language) => [...rootOf(language), ...place.name].join('.')}
      render={(language) => (
        <NestedText
          {...{ field, language, marks }}
          label={labelOf(names)}
          path={[...rootOf(language), ...place.name].join('.')}
          value={readAt(content, pathIn(language, place))}
          original={english}
          stored={{ value: readAt(base, pathIn(language, place)), original: readAt(base, place.at) }}
          error={errors[pathIn(language, place).join('.')]}
          onChange={(text) => onEdit((now) => writeValue(now, language, place, text))}
        />
      )}
    />
  )
}

type Single = Exclude<Field | RowField, Text | { type: 'list' | 'group' | 'blocks' }>

/** A value that is not translated; a row that exists only in a translation has none. */
function SingleValue({ field, place, names, content, labelOf, errors = {}, onEdit }: NestedProps<Single>) {
  if (isOnlyTranslated(content, place)) return null
  const stored = readAt(content, place.at)
  const write = (value: unknown) => onEdit((now) => writeValue(now, defaultLanguage, place, value))
  const control = {
    label: labelOf(names),
    value: typeof stored === 'string' || typeof stored === 'number' ? String(stored) : '',
    error: errors[place.at.join('.')],
  }
  return (
    <FieldAnchor path={place.name.join('.')}>
      {field.type === 'flag' && (
        <Switch isSelected={stored === true} onChange={write}>
          {control.label}
        </Switch>
      )}
      {field.type === 'picture' && <ImageField {...control} isRequired={field.required} onChange={write} />}
      {field.type === 'slug' && <TextField {...control} spellCheck="false" onChange={write} />}
      {field.type === 'link' && <TextField {...control} inputMode="url" onChange={write} />}
      {field.type === 'number' && (
        <TextField
          {...control}
          inputMode="numeric"
          onChange={(text) => write(/^\d+$/.test(text.trim()) ? Number(text) : text.trim() === '' ? undefined : text)}
        />
      )}
    </FieldAnchor>
  )
}

function NestedList({ field, place, names, ...form }: NestedProps<ListField>) {
  const t = useText()
  const { content, labelOf, errors = {}, onEdit } = form
  const label = labelOf(names)
  const english = readAt(content, place.at) ?? []
  if (!Array.isArray(english)) return <p className="edit-note">{t('page.otherShape', { field: label })}</p>
  return (
    <FieldAnchor path={place.name.join('.')}>
      <ListRows
        label={label}
        hint={field.hinted ? labelOf([`${names.join('.')}Hint`]) : undefined}
        rows={countRows(content, place)}
        shown={english.length}
        error={errors[place.at.join('.')]}
        onInsert={
          english.length < field.max
            ? (index) => onEdit((now) => insertRow(now, place, index, blankRow(field.entry)))
            : undefined
        }
        onMove={(from, to) => onEdit((now) => moveRow(now, place, from, to))}
        onRemove={(index) => onEdit((now) => removeRow(now, place, index))}
        renderRow={(index) => (
          <NestedFields fields={field.entry} {...form} place={inside(place, index)} names={names} />
        )}
      />
    </FieldAnchor>
  )
}

type NestedTextProps = {
  field: TextSpec
  label: string
  language: Language
  value: unknown
  /** The English text. */
  original: unknown
  /** Both as stored. */
  stored: { value: unknown; original: unknown }
  /** The path of the text in the marks. */
  path: string
  marks: TranslationMarks
  error?: string
  onChange: (text: string) => void
}

/** One text of a page, a row or a block in one language; a missing translation can be started from its original. */
function NestedText({ field, label, language, value, original, stored, path, marks, ...props }: NestedTextProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  if (typeof value === 'object' && value !== null)
    return <p className="edit-note">{t('page.otherShape', { field: label })}</p>
  const english = typeof original === 'string' ? original : ''
  const text = value === undefined || value === null ? '' : String(value)
  const control = {
    ...props,
    label: language === defaultLanguage ? label : t('editing.inLanguage', { field: label, language: nameOf(language) }),
    value: text,
    isRequired: field.required && language === defaultLanguage,
  }
  return (
    <>
      {language !== defaultLanguage && (
        <TranslationMark
          {...{ label, language, path, text, marks }}
          original={english}
          isHtml={field.type === 'html'}
          // A moved text counts as edited.
          isStored={stored.value === value && stored.original === original}
          onCopy={() => props.onChange(english)}
        />
      )}
      {field.type === 'html' ? (
        <RichTextField {...control} language={language} />
      ) : (
        <TextField {...control} rows={field.type === 'lines' ? 3 : 1} lang={language} />
      )}
    </>
  )
}
