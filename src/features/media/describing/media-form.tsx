import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useId } from 'react'
import { Form } from '#auth/forms/form'
import { Alert } from '#ui/controls/states/states'
import { Button } from '#ui/controls/buttons/button'
import { Switch } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { useSaveShortcut } from '#editing/save-shortcut'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { defaultLanguage, languages, type Language } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { ConflictView } from '#records/editor/merge/conflict-view'
import { FieldAnchor, focusField } from '#records/editor/fields/field-location'
import { textField, type Editor } from '#records/editor/saving/use-editor'
import { SaveFoot, RestoredNotice, useSavedForm } from '#records/editor/saved-form'
import { noneWhenMissing } from '#records/screen/load-record'
import { useMediaCache } from '../library/media-cache'
import type { Loaded } from '#records/editor/saving/editor-state'
import { byLanguage } from '#i18n/by-language'
import type { MediaItem, MediaInput } from '../contract'
import { isPicture, mayBeClear } from '../item-text'
import { mediaItemQuery } from '../queries'
import { thumbnailUrl } from '../paths'
import { type Focus, positionOf } from '../thumbnail'

type MediaFormProps = { item: MediaItem; onGone: () => void }

/** The form for name, alternative texts and focus point. Unsaved text is restored the next time. */
export function MediaForm({ item, onGone }: MediaFormProps) {
  const t = useText()
  const labelOf = useMediaLabel()
  const cache = useMediaCache()
  const { form, failure, save } = useMediaEditor(item)
  useSaveShortcut({ onSave: save })

  if (form.at === 'gone')
    return (
      <Gone
        onClose={() => {
          form.finish()
          cache.drop(item.id)
          onGone()
        }}
      />
    )
  if (form.theirs) return <ConflictView form={form} theirs={form.theirs} labelOf={labelOf} />
  return (
    <Form className="media-form" onSubmit={save} aria-label={t('media.describe')}>
      <RestoredNotice form={form} />
      <MediaFields item={item} form={form} />
      {failure !== undefined && (
        <Alert variant="danger" title={t('media.saveFailed')}>
          {failure}
        </Alert>
      )}
      <SaveFoot form={form} label={t('media.save')} className="media-form-foot" />
    </Form>
  )
}

function Gone({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Alert variant="warning" title={t('media.gone')} action={<Button onPress={onClose}>{t('media.close')}</Button>}>
      {t('media.goneText')}
    </Alert>
  )
}

function MediaFields({ item, form }: { item: MediaItem; form: Editor<MediaValues> }) {
  const t = useText()
  const labelOf = useMediaLabel()
  const { decorative, focus } = form.values
  const name = (
    <FieldAnchor path="name">
      <TextField
        {...textField(form, 'name')}
        label={t('media.name')}
        isRequired
        wraps
        maxLength={200}
        spellCheck="false"
      />
    </FieldAnchor>
  )
  if (!isPicture(item)) return name
  const alternative = { isDisabled: decorative, rows: 2, maxLength: 1000 }
  return (
    <>
      <FocusPoint item={item} focus={readFocus(focus)} onChange={(point) => form.change({ focus: focusText(point) })} />
      {name}
      {languages.map((language) => (
        <TextField
          key={language}
          {...textField(form, `alt.${language}`)}
          {...alternative}
          label={labelOf(`alt.${language}`)}
          description={language === defaultLanguage ? t('media.altHint') : undefined}
          lang={language}
        />
      ))}
      <div>
        <Switch isSelected={decorative} onChange={(on) => form.change({ decorative: on })}>
          {t('media.decorative')}
        </Switch>
        <p className="kit-description">{t('media.decorativeHint')}</p>
      </div>
    </>
  )
}

function useMediaEditor(item: MediaItem) {
  const t = useText()
  const client = useQueryClient()
  const cache = useMediaCache()
  return useSavedForm<MediaValues, MediaItem>({
    unsavedKey: `media:${item.id}`,
    loaded: toLoaded(item),
    titleOf: ({ name }) => name,
    write: (values, { version }, idempotencyKey) =>
      send<MediaItem>('PUT', `/api/media/${item.id}`, { body: toInput(values), version, idempotencyKey }),
    fresh: async () => {
      const now = await client.fetchQuery({ ...mediaItemQuery(item.id), staleTime: 0 }).catch(noneWhenMissing)
      if (now) cache.put(now)
      return now && toLoaded(now)
    },
    toLoaded,
    fieldOf,
    texts: {
      saved: t('media.saved'),
      savedText: ({ name }) => t('media.savedText', { name }),
      failed: t('media.saveFailed'),
    },
    prepare: ({ isDirty, values, setErrors }) => {
      const isNamed = values.name.trim() !== ''
      if (isDirty && !isNamed) {
        setErrors({ name: t('media.nameMissing') })
        focusField({ path: 'name' })
      }
      return isDirty && isNamed ? values : undefined
    },
    onStored: cache.put,
  })
}

/** The label of a form field. */
function useMediaLabel() {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return (field: string): string => {
    const language = languages.find((one) => field === `alt.${one}`)
    return language ? t('media.altIn', { language: nameOf(language) }) : t(labels[field] ?? 'media.name')
  }
}

const labels: Record<string, MessageId> = {
  name: 'media.name',
  decorative: 'media.decorative',
  focus: 'media.focus',
}

/** The form values of an item. */
type MediaValues = { name: string; decorative: boolean; focus: string } & AlternativeValues

/** One entry per language, keyed by its path in the saved body. */
type AlternativeValues = Record<`alt.${Language}`, string>

const toLoaded = ({ version, name, alt, decorative, focus }: MediaItem): Loaded<MediaValues> => ({
  version,
  values: { name, ...alternativeValues(alt), decorative, focus: focusText(focus) },
})

const toInput = ({ name, decorative, focus, ...values }: MediaValues): MediaInput => ({
  name,
  alt: byLanguage((language) => values[`alt.${language}`]),
  decorative,
  focus: readFocus(focus),
})

const alternativeValues = (alt: MediaItem['alt']) =>
  Object.fromEntries(languages.map((language) => [`alt.${language}`, alt[language]])) as AlternativeValues

/** The focus as text for comparison: from the left and from the top. */
const focusText = ({ x, y }: Focus): string => `${round(x * 100)} % × ${round(y * 100)} %`

function readFocus(text: string): Focus {
  const [x = 50, y = 50] = Array.from(text.matchAll(/[\d.]+/g), ([figure]) => Number(figure))
  return { x: x / 100, y: y / 100 }
}

const round = (value: number) => Math.round(value * 10) / 10

/** The form field for the path of an API issue. */
const fieldOf = (path: string): string => ({ 'focus.x': 'focus', 'focus.y': 'focus' })[path] ?? path

type FocusPointProps = {
  item: MediaItem
  focus: Focus
  onChange: (focus: Focus) => void
}

const step = 0.01
const leap = 0.1

/** Sets the focus point of crops by a click, by dragging or by the arrow keys, with previews of the crops. */
function FocusPoint({ item, focus, onChange }: FocusPointProps) {
  const t = useText()
  const hint = useId()
  // A thumbnail, because the original may have many megabytes.
  const src = thumbnailUrl(item)
  const own = (item.width ?? 1) / (item.height ?? 1)
  const isClear = mayBeClear(item) || undefined
  const set = (x: number, y: number) => onChange({ x: bounded(x), y: bounded(y) })
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    set((event.clientX - left) / width, (event.clientY - top) / height)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key]
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const by = event.shiftKey ? leap : step
    set(focus.x + way.x * by, focus.y + way.y * by)
  }
  return (
    <fieldset className="kit-lines">
      <legend className="kit-label">{t('media.focus')}</legend>
      <p className="kit-description" id={hint}>
        {t('media.focusHint')}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the sliders inside are its controls */}
      <div
        className="media-focus-picture"
        data-clear={isClear}
        // A drawing may have no intrinsic size.
        style={{ aspectRatio: own, inlineSize: `${13 * own}rem` }}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          event.currentTarget.querySelector('input')?.focus()
          point(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event)
        }}
        onKeyDown={onKeyDown}
      >
        <img src={src} alt="" draggable={false} />
        <span className="media-focus-mark" style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }}>
          <Axis label={t('media.focusX')} hint={hint} value={focus.x} onChange={(x) => set(x, focus.y)} />
          <Axis label={t('media.focusY')} hint={hint} value={focus.y} onChange={(y) => set(focus.x, y)} isVertical />
        </span>
      </div>
      <ul className="media-crops" data-clear={isClear} aria-label={t('media.crops')}>
        {crops.map(({ id, ratio }) => (
          <li key={id} data-crop={id}>
            <img src={src} alt="" style={{ aspectRatio: ratio, objectPosition: positionOf(focus, item, ratio) }} />
            <span>{t(`media.crop.${id}`)}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

type AxisProps = {
  label: string
  hint: string
  value: number
  isVertical?: boolean
  onChange: (value: number) => void
}

/** The focus point as two sliders, for keyboards and screen readers. */
function Axis({ label, hint, value, isVertical = false, onChange }: AxisProps) {
  const t = useText()
  const percent = Math.round(value * 100)
  return (
    <input
      type="range"
      min={0}
      max={100}
      aria-label={label}
      aria-describedby={hint}
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-valuetext={t('media.percent', { percent })}
      value={percent}
      onChange={(event) => onChange(Number(event.currentTarget.value) / 100)}
    />
  )
}

const ways: Record<string, Focus> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const bounded = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 1000) / 1000

/** The aspect ratios of crops on pages: width over height. */
const crops = [
  { id: 'card', ratio: 16 / 10 },
  { id: 'header', ratio: 16 / 10 },
  { id: 'social', ratio: 1200 / 630 },
] as const
