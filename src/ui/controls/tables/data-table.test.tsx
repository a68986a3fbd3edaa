import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'bun:test'
import type { ReactNode } from 'react'
import { renderAdmin } from '#test/admin-screen'
import { SearchBox } from '#ui/controls/fields/text-field'
import { type Column, DataTable, useTableView } from './data-table'

type Tool = { id: number; name: string; weight: number }

const columns: Column<Tool>[] = [
  { id: 'name', label: 'Name', isRowHeader: true, render: ({ name }) => name, sortValue: ({ name }) => name },
  { id: 'weight', label: 'Weight', render: ({ weight }) => `${weight} kg`, sortValue: ({ weight }) => weight },
  { id: 'actions', label: 'Actions', align: 'end', render: ({ name }) => <button type="button">Use {name}</button> },
]
const tools = [
  { id: 1, name: 'Ámbar 10', weight: 9 },
  { id: 2, name: 'zinc', weight: 100 },
  { id: 3, name: 'Ambar 9', weight: 20 },
]
function Table({ rows, onOpen }: { rows: Tool[]; onOpen?: (tool: Tool) => void }) {
  const view = useTableView()
  const { words, setWords, searchBox } = view
  return (
    <>
      <SearchBox label="Filter tools" value={words} onChange={setWords} ref={searchBox} />
      <DataTable label="Tools" {...{ columns, rows, view, onOpen }} textOf={nameOf} />
    </>
  )
}
const nameOf = ({ name }: Tool) => name
const table = (rows: Tool[]) => <Table rows={rows} />
const show = (part: ReactNode) => renderAdmin(part, () => ({ status: 404 }))
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.querySelector('.kit-cell')?.textContent)
const sortBy = (label: string) => fireEvent.click(screen.getByRole('button', { name: label }))

afterEach(cleanup)

test('rows keep their order until a heading is pressed; numbers sort by value, texts by the collation', () => {
  show(table(tools))
  expect(names()).toEqual(['Ámbar 10', 'zinc', 'Ambar 9'])
  sortBy('Weight')
  expect(names()).toEqual(['Ámbar 10', 'Ambar 9', 'zinc'])
  sortBy('Weight')
  expect(names()).toEqual(['zinc', 'Ambar 9', 'Ámbar 10'])
  sortBy('Name')
  expect(names()).toEqual(['Ambar 9', 'Ámbar 10', 'zinc'])
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
})

test('the filter matches with and without accents, and says when nothing is left', async () => {
  show(table(tools))
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter tools' }), { target: { value: 'AMBAR' } })
  await waitFor(() => expect(names()).toEqual(['Ámbar 10', 'Ambar 9']))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing' } })
  await screen.findByText('Nothing found for “nothing”')
  expect(screen.queryAllByRole('rowheader')).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }))
  await waitFor(() => expect(names()).toHaveLength(3))
  expect(screen.queryByText(/Nothing found/)).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('of a thousand rows only those near the window are rendered, and all are counted', () => {
  show(table(Array.from({ length: 1000 }, (_, index) => ({ id: index, name: `Tool ${index}`, weight: index }))))
  expect(screen.getAllByRole('rowheader').length).toBeLessThan(100)
  expect(screen.getByRole('table', { name: 'Tools' }).getAttribute('aria-rowcount')).toBe('1001')
})

test('a click anywhere in a row opens it and focuses its first control; one on a control does not', () => {
  const opened: string[] = []
  const { unmount } = show(<Table rows={tools} onOpen={({ name }) => opened.push(name)} />)
  fireEvent.click(screen.getByText('100 kg'))
  expect(opened).toEqual(['zinc'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Use zinc' }))
  fireEvent.click(screen.getByRole('button', { name: 'Use Ambar 9' }))
  expect(opened).toEqual(['zinc'])
  unmount()
  show(table(tools))
  fireEvent.click(screen.getByText('100 kg'))
  expect(opened).toEqual(['zinc'])
})

test('rows of one group follow its heading, until a column is sorted', () => {
  function Grouped() {
    const view = useTableView()
    return <DataTable label="Tools" columns={columns} rows={tools} view={view} groupOf={nameOfFirst} />
  }
  show(<Grouped />)
  const rows = () => screen.getAllByRole('row').map((row) => row.textContent)
  expect(
    rows()
      .slice(1)
      .map((text) => text?.slice(0, 1)),
  ).toEqual(['á', 'N', 'z', 'N', 'a', 'N'])
  sortBy('Weight')
  expect(rows()).toHaveLength(4)
})
const nameOfFirst = ({ name }: Tool) => name.slice(0, 1).toLowerCase()
