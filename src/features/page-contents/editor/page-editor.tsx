import { useMemo, type KeyboardEvent, useRef, useState, useContext, useId } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { pageFields, pageContentKindOf, settingsHref } from '#features/page-contents/page-fields'
import type { MessageId } from '#i18n/messages'
import { fieldName } from '#records/editor/fields/kind-text'
import {
  NestedField,
  type NestedForm,
  type FieldControlProps,
  type FieldControls,
} from '#records/editor/nested/nested-field'
import { Alert } from '#ui/controls/states/states'
import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import { type JsonFault, checkJson, writeChanges } from '#editing/json-text'
import { type Language, defaultLanguage } from '#i18n/language'
import type { TranslationMarks } from '#records/editor/languages/translation-mark'
import { type PageName, type HomeSection, homeSections } from '#features/page-contents/contract'
import { useLanguageNames } from '#i18n/use-language-names'
import { Link } from '#ui/link'
import { useBlockDrag } from '#records/editor/nested/use-block-actions'
import { IconButton, Button } from '#ui/controls/buttons/button'
import { ChevronDownIcon, ChevronUpIcon, GripIcon } from '#ui/controls/buttons/icons'
import { Switch } from '#ui/controls/fields/choice'
import { PictureLibraryContext } from '#editing/picture-library'
import { PopoverButton } from '#ui/controls/buttons/popover'
import { drawnIconNames, isDrawnIcon, type DrawnIconName, drawnIcons } from '#ui/pictures/drawn-icons'
import { HeroPictureField } from './hero-picture-field'

/** The sections of the home page in their order, each with a switch. Rows are moved by dragging, buttons or Alt and arrow keys. */
function SectionsField({ label, value, error, onChange }: FieldControlProps) {
  const t = useText()
  const frame = useRef<HTMLFieldSetElement>(null)
  const shown = shownIn(value)
  const [order, setOrder] = useState(() => rowsOf(shown))
  // The JSON text may have been edited, or an older version restored.
  const rows = order.filter((name) => shown.includes(name)).join() === shown.join() ? order : rowsOf(shown)

  const write = (names: readonly HomeSection[], isShown: (name: HomeSection) => boolean) => {
    setOrder([...names])
    const chosen = names.filter(isShown)
    onChange(chosen.join() === homeSections.join() ? undefined : chosen)
  }
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length || from === to) return
    const names = rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!)
    write(names, (name) => shown.includes(name))
    requestAnimationFrame(() => frame.current?.querySelectorAll<HTMLElement>(':scope > .content-entry')[to]?.focus())
  }
  const drag = useBlockDrag(move)
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined || !event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    move(index, index + step)
  }
  return (
    <fieldset className="content-list" ref={frame} {...drag.list}>
      <legend className="kit-hidden">{label}</legend>
      <p className="kit-description">{t('page.sectionsHint')}</p>
      {rows.map((name, index) => {
        const section = t(`page.section.${name}`)
        return (
          // The keys belong to the row as a whole.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <fieldset
            key={name}
            className="content-entry section-row"
            tabIndex={-1}
            aria-label={section}
            data-hidden={!shown.includes(name) || undefined}
            data-dragged={drag.isDragged(index) || undefined}
            data-drop={drag.sideOf(index)}
            onKeyDown={onKeyDown(index)}
            {...drag.target(index)}
          >
            <span className="block-grip" aria-hidden="true" {...drag.handle(index)}>
              <GripIcon />
            </span>
            <Switch
              isSelected={shown.includes(name)}
              onChange={(isShown) => write(rows, (one) => (one === name ? isShown : shown.includes(one)))}
            >
              {section}
            </Switch>
            <span className="section-row-moves">
              <IconButton
                label={t('page.sectionUp', { section })}
                icon={<ChevronUpIcon />}
                shortcut="Alt+↑"
                isDisabled={index === 0}
                onPress={() => move(index, index - 1)}
              />
              <IconButton
                label={t('page.sectionDown', { section })}
                icon={<ChevronDownIcon />}
                shortcut="Alt+↓"
                isDisabled={index === rows.length - 1}
                onPress={() => move(index, index + 1)}
              />
            </span>
          </fieldset>
        )
      })}
      {error !== undefined && (
        <p className="kit-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

const shownIn = (value: unknown): HomeSection[] =>
  Array.isArray(value)
    ? homeSections.filter((name) => value.includes(name)).toSorted(byPlaceIn(value))
    : [...homeSections]

const byPlaceIn = (list: unknown[]) => (one: HomeSection, other: HomeSection) => list.indexOf(one) - list.indexOf(other)

/** All sections: hidden ones follow the section that precedes them in the built-in order. */
function rowsOf(shown: readonly HomeSection[]): HomeSection[] {
  const rows = [...shown]
  for (const [place, name] of homeSections.entries())
    if (!rows.includes(name)) rows.splice(place === 0 ? 0 : rows.indexOf(homeSections[place - 1]!) + 1, 0, name)
  return rows
}

/**
 * The controls of a page's form that are not those of the types of its fields, by the names of the field (`heroPicture`,
 * in the rows of a list `features.icon`).
 */
const special: Partial<Record<PageName, FieldControls>> = {
  home: { heroPicture: HeroPictureField, 'features.icon': IconField, sections: SectionsField },
  blog: inSettings('blog'),
  projects: inSettings('projects'),
}

const controlsOf = (page: PageName): FieldControls | undefined => special[page]

/** The texts of a page that the site settings edit: the form shows them, and leads there. */
function inSettings(page: PageName): FieldControls {
  const names = pageFields[page].flatMap((group) => (group.isInSettings ? Object.keys(group.fields) : []))
  return Object.fromEntries(
    names.map((name) => [name, (props: FieldControlProps) => <InSettings page={page} name={name} {...props} />]),
  )
}

function InSettings({ page, name, label, languages, valueIn }: FieldControlProps & { page: PageName; name: string }) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return (
    <div className="content-elsewhere">
      <div className="edit-pair" data-languages={languages.length}>
        {languages.map((language) => (
          <div key={language} className="edit-cell">
            <p className="kit-label">
              {language === defaultLanguage
                ? label
                : t('editing.inLanguage', { field: label, language: nameOf(language) })}
            </p>
            <p className="content-elsewhere-text" lang={language}>
              {typeof valueIn(language) === 'string' && valueIn(language) !== '' ? String(valueIn(language)) : '–'}
            </p>
          </div>
        ))}
      </div>
      <p className="edit-note">
        <Link href={settingsHref(page, name)}>{t('page.editInSettings', { field: label })}</Link>
      </p>
    </div>
  )
}

type PageEditorProps = {
  page: PageName
  text: string
  /** The last valid object of the text. */
  content: Record<string, unknown>
  onChange: (text: string) => void
  /** The stored text, and its marks. */
  stored: string
  marks: TranslationMarks
  languages: readonly Language[]
  /** Errors by the path in the JSON. */
  errors: Readonly<Record<string, string>>
}

/** A page's content as a form, which reads and writes its JSON text; disabled while that is invalid. */
export function PageContentEditor({
  page,
  text,
  content,
  onChange,
  stored,
  marks,
  languages,
  errors,
}: PageEditorProps) {
  const { value, fault } = checkJson(text)
  const base = useMemo(() => checkJson(stored).value ?? {}, [stored])
  const onEdit: PageFormProps['onEdit'] = (change) => {
    if (value) onChange(writeChanges(text, value, change(value)))
  }
  return (
    <div className="edit-page">
      <div className="edit-form content-editor" data-columns={languages.length}>
        {fault && <FormWaits />}
        <div className="content-form" inert={fault !== undefined} data-waiting={fault !== undefined || undefined}>
          <PageForm {...{ page, content, base, marks, languages, errors, onEdit }} />
        </div>
      </div>
    </div>
  )
}

/** The same content as the JSON text that is stored. */
export function PageJson({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const t = useText()
  return (
    <div className="edit-page">
      <div className="edit-form content-json">
        <JsonField
          label={t('page.json')}
          description={t('page.jsonHint')}
          value={text}
          fault={checkJson(text).fault}
          onChange={onChange}
        />
      </div>
    </div>
  )
}

export function FormWaits() {
  const t = useText()
  return (
    <Alert variant="warning" title={t('page.formWaits')}>
      {t('page.formWaitsText')}
    </Alert>
  )
}

type PageFormProps = Omit<NestedForm, 'labelOf' | 'controls'> & { page: PageName }

/** The texts of a page as labelled fields, which read and write the JSON text. */
function PageForm({ page, ...form }: PageFormProps) {
  const t = useText()
  const labelOf = (names: string[]) => fieldName(t, pageContentKindOf(page), names)
  const controls = controlsOf(page)
  return pageFields[page].map(({ group, fields }) => (
    <section key={group} className="content-group" aria-label={t(`page.group.${group}` as MessageId)}>
      <h3 className="content-group-title">{t(`page.group.${group}` as MessageId)}</h3>
      {Object.entries(fields).map(([name, field]) => (
        <NestedField
          key={name}
          {...form}
          {...{ field, labelOf, controls }}
          place={{ at: [name], name: [name] }}
          names={[name]}
        />
      ))}
    </section>
  ))
}

/** The icon of a feature: one of the drawn ones, chosen in a grid, or an SVG of the library. */
function IconField({ label, value, path, error, onChange }: FieldControlProps) {
  const t = useText()
  const library = useContext(PictureLibraryContext)
  const labelId = useId()
  const errorId = useId()
  const icon = typeof value === 'string' ? value.trim() : ''
  const index = path.findLast((part) => typeof part === 'number') ?? 0
  const drawn = isDrawnIcon(icon) ? icon : icon.includes('/') ? undefined : drawnIconNames[Number(index) % 3]
  const chooseOwn = async () => {
    const file = await library?.pick()
    if (file) onChange(file.url)
  }
  return (
    <fieldset
      className="icon-field"
      aria-labelledby={labelId}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <span className="icon-field-sample">
        {drawn ? <DrawnIcon name={drawn} /> : <img src={icon} alt="" width="48" height="48" />}
      </span>
      <div>
        <span className="kit-label" id={labelId}>
          {label}
        </span>
        <p className="kit-description">
          {drawn ? t(`page.icon.${drawn}`) : t('page.icon.own')}
          {icon === '' && ` (${t('page.icon.byPlace')})`}
        </p>
        <div className="edit-row">
          <PopoverButton label={label} button={<Button aria-describedby={labelId}>{t('page.icon.choose')}</Button>}>
            {(close) => (
              <IconGrid
                label={label}
                selected={icon}
                onPick={(name) => {
                  onChange(name)
                  close()
                }}
              />
            )}
          </PopoverButton>
          {library && (
            <Button aria-describedby={labelId} onPress={() => void chooseOwn()}>
              {t('page.icon.chooseOwn')}
            </Button>
          )}
          {icon !== '' && (
            <Button variant="quiet" aria-describedby={labelId} onPress={() => onChange(undefined)}>
              {t('page.icon.reset')}
            </Button>
          )}
        </div>
        {error !== undefined && (
          <p className="kit-error" role="alert" id={errorId}>
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

type IconGridProps = { label: string; selected: string; onPick: (name: string) => void }

/** The arrow keys move in the grid, letters find a name, Enter chooses. */
function IconGrid({ label, selected, onPick }: IconGridProps) {
  const t = useText()
  return (
    <ListBox
      className="icon-grid"
      aria-label={label}
      layout="grid"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is the content of a menu that was just opened
      autoFocus
      selectionMode="single"
      selectedKeys={isDrawnIcon(selected) ? [selected] : []}
      onAction={(name) => onPick(String(name))}
      items={drawnIconNames.map((name) => ({ name, text: t(`page.icon.${name}`) }))}
    >
      {({ name, text }) => (
        <ListBoxItem id={name} textValue={text} className="icon-choice">
          <DrawnIcon name={name} />
          <span>{text}</span>
        </ListBoxItem>
      )}
    </ListBox>
  )
}

/** Decorative: its name is beside it, or its label. */
function DrawnIcon({ name }: { name: DrawnIconName }) {
  const [fine, line, signal] = drawnIcons[name]
  return (
    <svg className="drawn-icon" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <path className="drawn-fine" d={fine} />
      <path d={line} />
      <path className="drawn-signal" d={signal} />
    </svg>
  )
}

type JsonFieldProps = {
  label: string
  description?: string
  value: string
  fault?: JsonFault
  onChange: (text: string) => void
}

/** A JSON text, with the position and the kind of its first error. */
function JsonField({ fault, ...props }: JsonFieldProps) {
  const t = useText()
  const error =
    fault &&
    (fault.reason === 'notObject'
      ? t('editing.json.notObject')
      : t('editing.json.fault', { line: fault.line, column: fault.column, reason: t(`editing.json.${fault.reason}`) }))
  return <TextField {...props} error={error} rows={24} isCode spellCheck="false" autoCorrect="off" />
}
