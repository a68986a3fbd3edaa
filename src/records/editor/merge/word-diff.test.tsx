import { expect, test } from 'bun:test'
import { renderPart } from '#test/render'
import { WordDiff } from './word-diff'

const shown = (before: string, after: string) =>
  renderPart(<WordDiff before={before} after={after} />).container.querySelector('p')?.innerHTML

test('changed words separated only by spaces are one change', () => {
  expect(shown('Reading floor plans', 'Another title here')).toBe(
    '<del>Reading floor plans</del><ins>Another title here</ins>',
  )
})

test('unchanged text appears between its changes', () => {
  expect(shown('One old loom weaves slow cloth', 'One new loom weaves fine cloth')).toBe(
    '<span>One </span><del>old</del><ins>new</ins><span> loom weaves </span><del>slow</del><ins>fine</ins><span> cloth</span>',
  )
})

test('pure insertions or deletions are marked alone', () => {
  expect(shown('One loom', 'One fine new loom')).toBe('<span>One </span><ins>fine new </ins><span>loom</span>')
  expect(shown('One fine new loom', 'One loom')).toBe('<span>One </span><del>fine new </del><span>loom</span>')
})
