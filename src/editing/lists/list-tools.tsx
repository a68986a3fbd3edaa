import { type ReactNode, type RefObject, useId, useState } from 'react'
import { Segments } from '#editing/segments'
import { useText, type Translate } from '#i18n/i18n'
import { Button, IconButton, LinkButton } from '#ui/controls/buttons/button'
import { FilterIcon } from '#ui/controls/buttons/icons'
import { Sheet } from '#ui/controls/dialogs/dialogs'
import { SearchBox } from '#ui/controls/fields/text-field'
import { useIsNarrow } from '#ui/controls/use-media'
import type { Column, Sort, TableView } from '#ui/controls/tables/data-table'
import { useLocation, useNavigate } from 'react-router'
import { Skeleton } from '#ui/controls/states/states'
import { ActionMenu } from '#ui/controls/buttons/popover'

export type ListSelect = {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

type ListAction = { id: string; label: string; icon?: ReactNode; isPressed?: boolean; onAction: () => void }

type ListToolsProps = {
  search?: { label: string; value: string; onChange: (words: string) => void; ref?: RefObject<HTMLInputElement | null> }
  segments?: {
    label: string
    value: string
    options: readonly { value: string; label: ReactNode }[]
    onChange: (value: string) => void
  }
  selects?: readonly ListSelect[]
  /** The order, chosen by headings on larger screens. */
  sort?: ListSelect
  /** Less frequent actions on the whole list. */
  actions?: readonly ListAction[]
  /** A control between the filters and the actions. */
  children?: ReactNode
}

/**
 * The one row of controls above a list. On phones the selects, the order and the actions are in a sheet, which its
 * button opens.
 */
export function ListTools({ search, segments, selects = [], sort, actions = [], children }: ListToolsProps) {
  const isNarrow = useIsNarrow()
  const inSheet = [...selects, ...(sort ? [sort] : [])]
  return (
    <div className="list-tools">
      {search && <SearchBox {...search} />}
      {isNarrow && (inSheet.length > 0 || actions.length > 0) && (
        <FilterSheet selects={inSheet} active={selects.filter(isActive).length} actions={actions} />
      )}
      {segments && (
        <div className="list-segments kit-fading" data-axis="inline">
          <Segments
            label={segments.label}
            selected={segments.value}
            onSelect={segments.onChange}
            options={segments.options.map(({ value, label }) => ({ id: value, label }))}
          />
        </div>
      )}
      {!isNarrow && selects.map((select) => <SelectInside key={select.label} {...select} />)}
      {children}
      {!isNarrow && actions.length > 0 && (
        <div className="list-actions">
          {actions.map(({ id, label, icon, isPressed, onAction }) => (
            <Button key={id} variant="quiet" aria-pressed={isPressed} onPress={onAction}>
              {icon}
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The first option lists everything. */
const isActive = ({ value, options }: ListSelect) => value !== options[0]?.value

/** A native select with its label inside its frame. */
function SelectInside({ label, value, options, onChange }: ListSelect) {
  const id = useId()
  return (
    <div className="list-select">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

type FilterSheetProps = { selects: readonly ListSelect[]; active: number; actions: readonly ListAction[] }

function FilterSheet({ selects, active, actions }: FilterSheetProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>
        <FilterIcon />
        {active > 0 ? t('list.filtered', { count: active }) : t('list.filter')}
      </Button>
      <Sheet title={t('list.filter')} closeLabel={t('list.done')} isOpen={isOpen} onClose={close}>
        {selects.map((select) => (
          <SelectInside key={select.label} {...select} />
        ))}
        {actions.map(({ id, label, icon, isPressed, onAction }) => (
          <Button
            key={id}
            aria-pressed={isPressed}
            onPress={() => {
              close()
              onAction()
            }}
          >
            {icon}
            {label}
          </Button>
        ))}
      </Sheet>
    </>
  )
}

/** A filter of a list: its parameter in the URL, and the values it can have. The first one is its default. `isOpen`: any value. */
type FilterParameter = { name: string; values: readonly string[]; initial?: string; isOpen?: boolean }

/** The chosen values of filters, which are in the URL, so that Back and a link lead to the same list. */
export function useFilters(filters: readonly FilterParameter[]) {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const asked = new URLSearchParams(search)
  const values = Object.fromEntries(
    filters.map(({ name, values: known, initial = known[0] ?? '', isOpen }) => {
      const value = asked.get(name)
      return [name, value !== null && (isOpen || known.includes(value)) ? value : initial]
    }),
  )
  const write = (change: (params: URLSearchParams) => void) => {
    const params = new URLSearchParams(search)
    change(params)
    const text = params.toString()
    void navigate(pathname + (text === '' ? '' : `?${text}`) + hash, { replace: true, preventScrollReset: true })
  }
  return {
    values,
    choose: (name: string, value: string) =>
      write((params) => {
        const { values: known = [], initial = known[0] } = filters.find((one) => one.name === name) ?? {}
        if (value === initial) params.delete(name)
        else params.set(name, value)
      }),
    clear: () => write((params) => filters.forEach(({ name }) => params.delete(name))),
  }
}

/** The placeholder of a loading table. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <output className="edit-list-skeleton" aria-busy="true">
      <span className="kit-hidden">{label}</span>
      {Array.from({ length: 6 }, (_, index) => (
        <span key={index} className="edit-list-row">
          <Skeleton />
          <Skeleton shape="short" />
        </span>
      ))}
    </output>
  )
}

const directions = ['ascending', 'descending'] as const

/** The order of a table as a select, for phones, where its headings are hidden. */
export function sortSelect<Row>(
  columns: readonly Column<Row>[],
  { sort, setSort }: Pick<TableView, 'sort' | 'setSort'>,
  t: Translate,
): ListSelect | undefined {
  const orders = columns
    .filter(({ sortValue }) => sortValue !== undefined)
    .flatMap(({ id, label }) => directions.map((direction) => ({ sort: { column: id, direction }, label })))
  if (orders.length === 0) return undefined
  const nameOf = ({ column, direction }: Sort) => `${column} ${direction}`
  return {
    label: t('list.sort'),
    value: sort ? nameOf(sort) : '',
    onChange: (value) => setSort(orders.find((order) => nameOf(order.sort) === value)?.sort),
    options: [
      { value: '', label: t('list.sortNone') },
      ...orders.map(({ sort: order, label: column }) => ({
        value: nameOf(order),
        label: t(order.direction === 'ascending' ? 'list.sortUp' : 'list.sortDown', { column }),
      })),
    ],
  }
}

/** `text` is shown beside the icon; the `label` names the row as well. */
export type RowAction = { id: string; label: string; icon: ReactNode; text?: string; isPending?: boolean } & (
  | { onAction: () => void; href?: undefined; target?: undefined }
  | { onAction?: undefined; href: string; target?: '_blank' }
)

type RowActionsProps = {
  /** What the row is called. */
  name: string
  actions: readonly RowAction[]
  /** Less frequent ones, in a menu. */
  more?: { label: string; isPending: boolean; actions: readonly RowAction[] }
}

/** The actions on a row: buttons, and on phones one menu, unless there is only an icon. */
export function RowActions({ name, actions, more }: RowActionsProps) {
  const t = useText()
  const isNarrow = useIsNarrow()
  const all = [...actions, ...(more?.actions ?? [])]
  if (isNarrow && (all.length > 1 || all.some(({ text }) => text !== undefined)))
    return (
      <ActionMenu
        label={more?.label ?? t('list.more', { name })}
        isPending={more?.isPending === true || all.some(({ isPending }) => isPending)}
        actions={all}
      />
    )
  return (
    <div className="list-row-actions">
      {actions.map((action) => (
        <RowButton key={action.id} {...action} />
      ))}
      {more && <ActionMenu {...more} actions={[...more.actions]} />}
    </div>
  )
}

function RowButton({ label, icon, text, isPending, onAction, href, target }: RowAction) {
  if (href !== undefined) return <LinkButton href={href} target={target} variant="quiet" icon={icon} label={label} />
  if (text === undefined) return <IconButton label={label} icon={icon} isPending={isPending} onPress={onAction} />
  return (
    <Button aria-label={label} isPending={isPending} onPress={onAction}>
      {icon}
      {text}
    </Button>
  )
}
