import { expect, test } from 'bun:test'
import { lowerHeadings } from './headings'

const levels = (html: string, top = 2) =>
  [...lowerHeadings(html, { top, id: 'text' }).matchAll(/<(\/?)h(\d)/g)]
    .map(([, end = '', level = '']) => end + level)
    .join(' ')

test('headings start at the given level and skip none, however they were typed', () => {
  expect(levels('<h2>a</h2><h3>b</h3><h2>c</h2>')).toBe('2 /2 3 /3 2 /2')
  expect(levels('<h3>a</h3><h4>b</h4><h2>c</h2>')).toBe('2 /2 3 /3 2 /2')
  expect(levels('<h2>a</h2><h4>b</h4><h3>c</h3><h4>d</h4>')).toBe('2 /2 3 /3 3 /3 4 /4')
  expect(levels('<h1>a</h1><h2>b</h2>', 3)).toBe('3 /3 4 /4')
  expect(levels('<h1>1</h1><h2>2</h2><h3>3</h3><h4>4</h4><h5>5</h5>', 4)).toBe('4 /4 5 /5 6 /6 6 /6 6 /6')
  expect(lowerHeadings('<h3 lang="es">a<em>b</em></h3><p>c</p>', { top: 2, id: 'text' })).toBe(
    '<h2 lang="es">a<em>b</em></h2><p>c</p>',
  )
})

test('footnotes of several texts have distinct ids, and still link to each other', () => {
  const html =
    '<p>a<sup id="note-1-ref"><a href="#note-1">1</a></sup></p><ol><li id="note-1"><a href="#note-1-ref">↩</a></li></ol>'
  const lowered = lowerHeadings(html, { top: 2, id: 'text-2' })
  const ids = [...lowered.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids).toEqual(['note-text2x1-ref', 'note-text2x1'])
  for (const id of ids) expect(lowered).toContain(`href="#${id}"`)
})
