import { expect, test } from 'bun:test'
import { labelCells } from './legal'

const table = (head: string[], ...rows: string[][]) =>
  `<table><thead><tr>${head.map((one) => `<th>${one}</th>`).join('')}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((one) => `<td>${one}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`

test('the cells of a table of four columns get the names of their columns, and the roles of a table', () => {
  const html = labelCells(
    `<p>a</p>${table(['Data', '<b>Purpose</b>', 'Basis', 'Kept'], ['1', '2', '3', '4'], ['5', '6', '7', '8'])}`,
  )
  const cells = [...html.matchAll(/<td role="cell" data-label="([^"]*)">(.)/g)].map(
    ([, label, text]) => `${label} ${text}`,
  )
  expect(cells).toEqual(['Data 1', 'Purpose 2', 'Basis 3', 'Kept 4', 'Data 5', 'Purpose 6', 'Basis 7', 'Kept 8'])
  expect(
    html
      .match(/role="\w+"/g)
      ?.toSorted()
      .join(' '),
  ).toBe(
    [
      ...Array<string>(8).fill('role="cell"'),
      ...Array<string>(4).fill('role="columnheader"'),
      ...Array<string>(3).fill('role="row"'),
      'role="rowgroup"',
      'role="rowgroup"',
      'role="table"',
    ].join(' '),
  )
})

test('narrow tables, and those with joined cells, stay as they are', () => {
  for (const html of [
    table(['a', 'b', 'c'], ['1', '2', '3']),
    table(['a', 'b', 'c', 'd'], ['1', '2', '3', '4']).replace('<td>', '<td colspan="2">'),
    '<p>No table</p>',
  ])
    expect(labelCells(html)).toBe(html)
})
