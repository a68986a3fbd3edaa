import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from 'react-aria-components'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { Button, IconButton } from '#ui/controls/buttons/button'
import { ChevronDownIcon, ChevronUpIcon, GripIcon } from '#ui/controls/buttons/icons'
import { ApiError, send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { failureText } from '#records/editor/saving/failure'
import type { EditedSummary, RecordKind } from '#records/kind/record'
import { recordsQuery } from '#records/screen/load-record'
import { StatusBadges } from './badges'

type Order = readonly number[]
type Change = { order: Order; before: Order; message: { title: string; description: string }; isUndo?: boolean }

/** The records in their public order; each move is saved at once. */
export function ArrangeRecords({ kind, label }: { kind: RecordKind; label: string }) {
  const t = useText()
  const frame = useRef<HTMLDivElement>(null)
  const { data: stored } = useSuspenseQuery(recordsQuery(kind))

  const { mutate, isPending, variables } = useSaveOrder(kind)
  const rows = isPending ? inOrder(stored, variables.order) : stored
  const order = rows.map(({ id }) => id)

  const move = (id: number, to: number) => {
    const title = rows.find((row) => row.id === id)?.title ?? ''
    const others = order.filter((one) => one !== id)
    const next = others.toSpliced(to, 0, id)
    if (next.every((one, index) => one === order[index])) return
    const values = { title, place: next.indexOf(id) + 1, count: next.length }
    mutate({
      order: next,
      before: order,
      message: { title: t('arrange.saved'), description: t('arrange.savedText', values) },
    })
  }
  const step = (id: number, by: -1 | 1) => {
    move(id, order.indexOf(id) + by)
    keepFocus(frame.current, id, by)
  }

  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) =>
      [...keys].map((key) => ({ 'text/plain': rows.find(({ id }) => id === key)?.title ?? String(key) })),
    onReorder: ({ keys, target }) => {
      const [id] = [...keys].map(Number)
      if (id === undefined) return
      const others = order.filter((one) => one !== id)
      const at = others.indexOf(Number(target.key))
      if (at !== -1) move(id, target.dropPosition === 'before' ? at : at + 1)
    },
  })

  return (
    <div className="edit-arrange" ref={frame}>
      <div className="edit-row">
        <p className="edit-note">{t('arrange.text')}</p>
        {!isUsual(order) && (
          <Button
            onPress={() =>
              mutate({
                order: order.toSorted((one, other) => other - one),
                before: order,
                message: { title: t('arrange.usualSaved'), description: t('arrange.usualText') },
              })
            }
          >
            {t('arrange.usual')}
          </Button>
        )}
      </div>
      <GridList
        aria-label={label}
        className="edit-arrange-list"
        items={rows}
        dependencies={[rows]}
        dragAndDropHooks={dragAndDropHooks}
      >
        {(row) => (
          <ArrangedRow row={row} place={order.indexOf(row.id)} isLast={row.id === order.at(-1)} onStep={step} />
        )}
      </GridList>
    </div>
  )
}

/** Saves the order, with an undo. */
function useSaveOrder(kind: RecordKind) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const saving = useMutation({
    networkMode: 'always',
    // In series: each move is based on the previous one.
    scope: { id: `order ${kind.name}` },
    mutationFn: ({ order }: Change) =>
      withSession(() => send('PUT', `/api${kind.api}/order`, { body: { ids: isUsual(order) ? [] : order } })),
    onSuccess: (_, { order, before, message, isUndo }) => {
      const undo = () =>
        saving.mutate({
          order: before,
          before: order,
          message: { title: t('arrange.undone'), description: t('arrange.undoneText') },
          isUndo: true,
        })
      toast({ ...message, action: isUndo ? undefined : <Button onPress={undo}>{t('life.undo')}</Button> })
    },
    onError: (error) => {
      // Someone else has added or deleted a record.
      const isOther = error instanceof ApiError && [404, 409, 412, 422].includes(error.status)
      toast({
        variant: 'destructive',
        title: t('editing.error'),
        description: isOther ? t('arrange.changed') : failureText(error, t('arrange.failed'), t),
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: [`/api${kind.api}`] }),
  })
  return saving
}

type ArrangedRowProps = {
  row: EditedSummary
  place: number
  isLast: boolean
  onStep: (id: number, by: -1 | 1) => void
}

function ArrangedRow({ row, place, isLast, onStep }: ArrangedRowProps) {
  const t = useText()
  const { id, title } = row
  return (
    <GridListItem id={id} textValue={title} className="edit-arrange-row" data-record={id}>
      <AriaButton slot="drag" className="edit-arrange-grip" aria-label={t('arrange.drag', { title })}>
        <GripIcon />
      </AriaButton>
      <span className="edit-arrange-place" aria-hidden="true">
        {place + 1}
      </span>
      <span className="edit-arrange-title">
        {title}
        <StatusBadges record={row} />
      </span>
      <IconButton
        label={t('arrange.up', { title })}
        icon={<ChevronUpIcon />}
        isDisabled={place === 0}
        onPress={() => onStep(id, -1)}
      />
      <IconButton
        label={t('arrange.down', { title })}
        icon={<ChevronDownIcon />}
        isDisabled={isLast}
        onPress={() => onStep(id, 1)}
      />
    </GridListItem>
  )
}

/** The default order of records that were never moved: newest first. */
const isUsual = (order: Order) => order.every((id, index) => index === 0 || id < (order[index - 1] ?? 0))

function inOrder<Row extends { id: number }>(rows: readonly Row[], order: Order): Row[] {
  const placed = order.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  return [...rows.filter(({ id }) => !order.includes(id)), ...placed]
}

/** Keeps the focus on the row's button after it has moved. */
function keepFocus(frame: HTMLElement | null, id: number, by: -1 | 1): void {
  requestAnimationFrame(() => {
    const buttons = [...(frame?.querySelectorAll<HTMLButtonElement>(`[data-record="${id}"] .kit-icon-button`) ?? [])]
    const [first, last] = by === -1 ? buttons : buttons.toReversed()
    const target = first?.disabled ? last : first
    target?.focus()
  })
}
