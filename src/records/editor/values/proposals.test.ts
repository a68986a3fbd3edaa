import { describe, expect, test } from 'bun:test'
import { postKind } from '#features/posts/contract'
import { projectKind } from '#features/projects/contract'
import { firstPicture, firstSentences, proposalFor } from './proposals'

const cover = '<figure><img src="/media/1/crane.jpg" alt="A crane"></figure>'
const long = 'Second sentences take their time, and this one goes on for more than a hundred letters until it is over.'

describe('the first sentences', () => {
  test('are whole, of paragraphs, and about 160 letters', () => {
    const html = `<h2>Heading</h2><p>The cranes of the harbour run day and <b>night</b>.</p><p>${long} A third one comes after.</p>`
    expect(firstSentences(html, 'en')).toBe(`The cranes of the harbour run day and night. ${long}`)
  })
  test('are more than one word, and a sentence without an end is cut at a word', () => {
    expect(firstSentences(`<p>Why? ${long}</p>`, 'en')).toBe(`Why? ${long}`)
    const cut = firstSentences(`<p>${'word '.repeat(100)}</p>`, 'en')
    expect(cut).toMatch(/word…$/)
    expect(cut.length).toBeLessThan(302)
  })
  test('come from a list where there is no paragraph, and are empty for an empty text', () => {
    expect(firstSentences('<ul><li>One</li></ul>', 'en')).toBe('One')
    expect(firstSentences('<p></p>', 'en')).toBe('')
  })
  test('leave out the marks and the words of footnotes', () => {
    const mark = (html: string) => firstSentences(`<p>It takes a week${html}. Then it runs${html}</p>`, 'en')
    for (const html of [
      '<sup id="note-1a-ref"><a href="#note-1a">1</a></sup>',
      '<sup><a href="#fn1"><b>12</b></a></sup>',
      '<a href="#fn1"><sup>1</sup></a>',
    ])
      expect(mark(html)).toBe('It takes a week. Then it runs')
    const notes = '<ol><li id="note-1a"><span>A source.</span> <a href="#note-1a-ref">↩</a></li></ol>'
    expect(firstSentences(`<ul><li>It runs</li></ul>${notes}`, 'en')).toBe('It runs')
    expect(mark('<sup>2</sup>')).toBe('It takes a week2. Then it runs2')
    expect(mark(' <a href="#week">here</a>')).toBe('It takes a week here. Then it runs here')
  })
  test('keep words apart that stand in lines of their own', () => {
    expect(firstSentences('<p>One<br>two</p>', 'en')).toBe('One two')
    expect(firstSentences('<h2>Head</h2><ul><li>One</li><li>two</li></ul>', 'en')).toBe('Head One two')
  })
})

test('the first picture is the first with a safe address', () => {
  expect(firstPicture(`<img src="data:image/png;base64,AA">${cover}`)).toBe('/media/1/crane.jpg')
  expect(firstPicture('<p>None</p>')).toBe('')
})

const text = { text: `<p>They run.</p>${cover}`, source: `<p>They run.</p>${cover}` }

test('a post is proposed a cover and an excerpt from its text, and a project a description', () => {
  expect(proposalFor(postKind.fields.excerpt, 'en', text)).toBe('They run.')
  expect(proposalFor(postKind.fields.imageUrl, 'en', text)).toBe('/media/1/crane.jpg')
  expect(proposalFor(projectKind.fields.description, 'en', text)).toBe('They run.')
  expect(proposalFor(projectKind.fields.imageUrl, 'en', text)).toBe('/media/1/crane.jpg')
  expect(proposalFor(projectKind.fields.excerpt, 'en', text)).toBe('')
})

test('a Spanish excerpt comes from a Spanish text only, and not from a copy of the English', () => {
  const spanish = (words: string) => proposalFor(postKind.fields.excerpt, 'es', { ...text, text: words })
  expect(spanish('<p>Funcionan toda la noche.</p>')).toBe('Funcionan toda la noche.')
  expect(spanish('')).toBe('')
  const copied = '<p>They run the whole night.</p>'
  expect(proposalFor(postKind.fields.excerpt, 'es', { text: copied, source: copied })).toBe('')
})
