import { describe, expect, test } from 'bun:test'
import { postKind } from '#features/posts/contract'
import { projectKind } from '#features/projects/contract'
import { firstPicture, firstSentences, withProposals } from './proposals'
import { blankValues } from './record-values'

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
})

test('the first picture is the first with a safe address', () => {
  expect(firstPicture(`<img src="data:image/png;base64,AA">${cover}`)).toBe('/media/1/crane.jpg')
  expect(firstPicture('<p>None</p>')).toBe('')
})

const values = (more: object) => ({ ...blankValues(postKind), title: 'Cranes', ...more })

test('a post is proposed a cover and an excerpt from its text, and keeps what was typed', () => {
  const content = `<p>They run.</p>${cover}`
  expect(withProposals(postKind, values({ content }))).toMatchObject({
    excerpt: 'They run.',
    imageUrl: '/media/1/crane.jpg',
    'translations.es.excerpt': '',
  })
  const typed = values({ content, excerpt: 'Mine', imageUrl: '/images/a.webp' })
  expect(withProposals(postKind, typed)).toEqual(typed)
})

test('its Spanish excerpt comes from a Spanish text only, and not from a copy of the English', () => {
  const content = '<p>They run the whole night.</p>'
  const spanish = (text: string) =>
    withProposals(postKind, values({ content, 'translations.es.content': text }))['translations.es.excerpt']
  expect(spanish('<p>Funcionan toda la noche.</p>')).toBe('Funcionan toda la noche.')
  expect(spanish(content)).toBe('')
})

test('a project is proposed a description and a picture', () => {
  const content = `<p>It measures.</p>${cover}`
  expect(withProposals(projectKind, { ...blankValues(projectKind), content })).toMatchObject({
    description: 'It measures.',
    imageUrl: '/media/1/crane.jpg',
    excerpt: '',
  })
})
