import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '#i18n/i18n'
import type { FieldControlProps } from '#records/editor/nested/nested-field'
import { useBlockDrag } from '#records/editor/nested/use-block-drag'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { ChevronDownIcon, ChevronUpIcon, GripIcon } from '#ui/controls/buttons/icons'
import { Switch } from '#ui/controls/fields/switch'
import { type HomeSection, homeSections } from '#features/pages/home-content'

/** The sections of the home page in their order, each with a switch. Rows are moved by dragging, buttons or Alt and arrow keys. */
export function SectionsField({ label, value, error, onChange }: FieldControlProps) {
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
