import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { UserRegion } from '#auth/user-region'
import { Button } from '#base/controls/button'
import type { Column } from '#base/controls/column'
import { DataTable } from '#base/controls/data-table'
import { EmptyState } from '#base/controls/empty-state'
import { IconButton } from '#base/controls/icon-button'
import { EyeIcon, PencilIcon, PlusIcon, TrashIcon } from '#base/controls/icons'
import { LinkButton } from '#base/controls/link-button'
import { loadFailed } from '#base/controls/load-failed'
import { failureText } from '#records/editor/failure'
import { focusedRow, rescueFocus } from '#base/editing/focus'
import { UnsavedTexts } from '#records/editor/unsaved-texts'
import type { UnsavedText } from '#records/editor/unsaved-text'
import { ListSkeleton } from '#base/editing/list-skeleton'
import { useText } from '#base/i18n/i18n'
import { useToast } from '#base/ui/toast'
import { ResourceDelete } from './delete-record'
import { ResourceDialog } from './record-dialog'
import { useLoadRecord } from './load-record'
import type { Resource, ResourceRow, ResourceValues } from './resource'
import { Screen } from '#base/controls/screen'

type ResourceScreenProps<Row extends ResourceRow, Item extends ResourceRow, V extends ResourceValues> = { resource: Resource<Row, Item, V>; columns: Column<Row>[] }

type Open<Item> = { item?: Item; resume?: UnsavedText; unsavedKey: string }

/** The table of one kind of record, and the dialogs that create, edit and delete them. */
export function ResourceScreen<Row extends ResourceRow, Item extends ResourceRow, V extends ResourceValues>({ resource, columns }: ResourceScreenProps<Row, Item, V>) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const load = useLoadRecord(resource)
  const [open, setOpen] = useState<Open<Item>>()
  const [opening, setOpening] = useState<number>()
  const wanted = useRef<number>(undefined)
  const row = useRef<string>(undefined)
  const [deleting, setDeleting] = useState<Row>()

  const refresh = () => { void client.invalidateQueries({ queryKey: [resource.path] }) }
  const close = () => {
    setOpen(undefined)
    setDeleting(undefined)
    rescueFocus(row.current)
    row.current = undefined
  }
  const forgetWanted = () => {
    wanted.current = undefined
    setOpening(undefined)
  }
  const show = (next: Open<Item>) => {
    forgetWanted()
    setOpen(next)
  }
  const add = () => show({ unsavedKey: `${resource.kind}:new` })

  const edit = async (id: number, resume?: UnsavedText) => {
    const unsavedKey = `${resource.kind}:${id}`
    wanted.current = id
    setOpening(id)
    try {
      const item = await load(id)
      // Meanwhile another was asked for, or opened.
      if (wanted.current !== id) return
      if (item) setOpen({ item, resume, unsavedKey })
      else if (resume) setOpen({ resume: { ...resume, version: 0 }, unsavedKey })
      else toast({ variant: 'destructive', title: t('editing.error'), description: t('editing.gone.title') })
      if (!item) refresh()
    } catch (cause) {
      if (wanted.current === id) toast({ variant: 'destructive', title: t('editing.error'), description: failureText(cause, t('editing.loadFailed'), t) })
    } finally {
      if (wanted.current === id) forgetWanted()
    }
  }

  const ask = (item: Row) => {
    forgetWanted()
    row.current = focusedRow()
    setDeleting(item)
  }

  const resume = (key: string, unsaved: UnsavedText) => {
    const id = Number(key.split(':')[1])
    if (Number.isNaN(id)) show({ resume: unsaved, unsavedKey: key })
    else void edit(id, unsaved)
  }

  const addNew = <Button variant="primary" onPress={add}><PlusIcon />{t('resource.addNew')}</Button>
  const actions: Column<Row> = {
    id: 'actions',
    label: t('resource.actions'),
    align: 'end',
    render: (item) => (
      <div className="edit-actions">
        <LinkButton href={`${resource.pages}${item.slug}/`} target="_blank" variant="quiet" icon={<EyeIcon />} label={t('resource.view', { title: item.title })} />
        <IconButton label={t('resource.edit', { title: item.title })} icon={<PencilIcon />} isPending={opening === item.id} onPress={() => { void edit(item.id) }} />
        <IconButton label={t('resource.delete', { title: item.title })} icon={<TrashIcon />} onPress={() => ask(item)} />
      </div>
    ),
  }

  return (
    <Screen title={t(resource.heading)} actions={addNew}>
      {!open && <UnsavedTexts kind={resource.kind} onResume={resume} />}
      <UserRegion loading={<ListSkeleton label={t('editing.loading')} />} failed={loadFailed('editing.loadFailed')}>
        <ResourceTable resource={resource} columns={[...columns, actions]} />
      </UserRegion>
      {open && <ResourceDialog key={open.unsavedKey} resource={resource} {...open} onSaved={refresh} onClose={close} />}
      <ResourceDelete resource={resource} row={deleting} onDeleted={refresh} onClose={close} />
    </Screen>
  )
}

/** What is listed, or that there is nothing yet. */
function ResourceTable<Row extends ResourceRow, Item extends ResourceRow, V extends ResourceValues>({ resource, columns }: ResourceScreenProps<Row, Item, V>) {
  const t = useText()
  const { data: rows } = useSuspenseQuery<Row[]>({ queryKey: resource.list().queryKey })
  if (rows.length === 0) return <EmptyState title={t(`${resource.kind}.none`)} text={t(`${resource.kind}.noneText`)} />
  return (
    <DataTable
      label={t(resource.heading)}
      columns={columns}
      rows={rows}
      filterText={resource.filterText}
      filterLabel={t('resource.filter')}
      noMatch={t('resource.noMatch')}
      matches={(count) => t('table.matches', { count })}
      initialSort={resource.initialSort}
    />
  )
}
