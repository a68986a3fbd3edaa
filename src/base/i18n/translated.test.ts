import { expect, test } from 'bun:test'
import { translated } from './translated'

const page = {
  title: 'Blog',
  subtitle: 'News',
  metadata: { title: 'Our blog', canonical: 'https://acme.test/blog/' },
  features: [{ title: 'One' }],
}

test('English is the record itself, and so is a language without translations', () => {
  expect(translated(page, { es: { title: 'Bitácora' } }, 'en')).toEqual(page)
  expect(translated(page, undefined, 'es')).toEqual(page)
  expect(translated(page, { es: 'nonsense' }, 'es')).toEqual(page)
})

test('filled texts lie over the English ones; empty ones let them through', () => {
  expect(translated(page, { es: { title: 'Bitácora', subtitle: '' } }, 'es')).toMatchObject({
    title: 'Bitácora',
    subtitle: 'News',
  })
})

test('inside metadata too, what has no translation stays', () => {
  expect(translated(page, { es: { metadata: { title: 'Nuestro blog' } } }, 'es').metadata).toEqual({
    title: 'Nuestro blog',
    canonical: 'https://acme.test/blog/',
  })
})

test('lists are translated as a whole', () => {
  expect(translated(page, { es: { features: [{ title: 'Uno' }, { title: 'Dos' }] } }, 'es').features).toEqual([
    { title: 'Uno' },
    { title: 'Dos' },
  ])
})
