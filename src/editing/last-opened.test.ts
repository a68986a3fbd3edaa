import { beforeEach, expect, test } from 'bun:test'
import { openedBefore, rememberOpened, withoutField } from './last-opened'

beforeEach(() => localStorage.clear())

test('the last five are offered, the newest first and each once, without the current one at any of its fields', () => {
  for (const id of [1, 2, 3, 4, 5, 6, 7, 3]) rememberOpened({ href: `/admin/blog/?edit=${id}`, title: `Post ${id}` })
  expect(openedBefore('/admin/blog/?edit=7&field=excerpt').map(({ title }) => title)).toEqual([
    'Post 3',
    'Post 6',
    'Post 5',
    'Post 4',
    'Post 2',
  ])
})

test('the field is left out of an address', () => {
  expect(withoutField('/admin/content/?page=about&field=vision')).toBe('/admin/content/?page=about')
  expect(withoutField('/admin/site/?field=accent')).toBe('/admin/site/')
  expect(withoutField('/admin/media/')).toBe('/admin/media/')
})

test('what is stored is checked, because anything may have written it', () => {
  for (const stored of ['{', '7', '[1,null,{"href":"https://elsewhere.example/"},{"title":"x"}]']) {
    localStorage.setItem('industria-last-opened', stored)
    expect(openedBefore('/admin/')).toEqual([])
  }
})
