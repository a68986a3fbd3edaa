import { expect, test } from 'bun:test'
import { cpuTime } from '#test/cpu-time'
import { linkHeadings } from './headings'

const idsOf = (html: string) => linkHeadings(html).headings.map(({ id }) => id)

test('the id of a heading is made from its text, wherever it is', () => {
  const { html, headings } = linkHeadings('<h2>Años &amp; <b>días</b></h2><p>x</p><h3>Two</h3><h4>Three</h4><h5>x</h5>')
  expect(headings).toEqual([
    { id: 'anos-and-dias', text: 'Años & días', level: 2 },
    { id: 'two', text: 'Two', level: 3 },
    { id: 'three', text: 'Three', level: 4 },
  ])
  expect(html).toBe(
    '<h2 id="anos-and-dias">Años &amp; <b>días</b></h2><p>x</p><h3 id="two">Two</h3><h4 id="three">Three</h4><h5>x</h5>',
  )
  expect(idsOf('<p>New</p><h4>Three</h4>')).toEqual(['three'])
})

test('ids are unique on a page, whatever the headings say', () => {
  expect(idsOf('<h2>One</h2><h2>One</h2><h3>One</h3><h2>One 2</h2>')).toEqual(['one', 'one-2', 'one-3', 'one-2-2'])
  expect(idsOf('<h2>Main</h2><h2>Footer company</h2><h2>工場</h2><h2></h2>')).toEqual([
    'part-main',
    'part-footer-company',
    '工場',
    'part',
  ])
  expect(idsOf('<h2>Note 1</h2><ol><li id="note-1">x</li></ol>')).toEqual(['note-1-2'])
})

test('thousands of equal headings get their ids in no time', () => {
  const headings = '<h2>Same</h2>'.repeat(3000)
  expect(cpuTime(() => expect(idsOf(headings).at(-1)).toBe('same-3000'))).toBeLessThan(2000)
})
