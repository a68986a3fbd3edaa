import { type KeyboardEvent, type PointerEvent, useId } from 'react'
import { useText } from '#i18n/i18n'
import type { MediaItem } from '../contract'
import { mayBeClear } from '../item-text'
import { thumbnailUrl } from '../paths'
import { crops, type Focus, positionOf } from '#features/media/serving/crops'

type FocusPointProps = {
  item: MediaItem
  focus: Focus
  onChange: (focus: Focus) => void
}

const step = 0.01
const leap = 0.1

/** Sets the focus point of crops by a click, by dragging or by the arrow keys, with previews of the crops. */
export function FocusPoint({ item, focus, onChange }: FocusPointProps) {
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
    <fieldset className="media-focus">
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
