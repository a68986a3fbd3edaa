import { beforeEach, expect, test } from 'bun:test'
import type { Translate } from '#base/i18n/i18n'
import { withOrigin } from './canonical'
import { differences, firstChoices, mergeApart, mergeVersions } from './conflict'
import { failureText } from './failure'
import { dropUnsaved, keepUnsaved, listUnsaved, readUnsaved } from './unsaved-text'

beforeEach(() => localStorage.clear())

test('a canonical address without a scheme is a path of the site; any other is left to validation', () => {
  expect(withOrigin('blog/a', 'https://acme.test')).toBe('https://acme.test/blog/a')
  expect(withOrigin(' /blog/a/ ', 'https://acme.test')).toBe('https://acme.test/blog/a/')
  expect(withOrigin('http://other.test/', 'https://acme.test')).toBe('http://other.test/')
  expect(withOrigin('ftp://other.test/', 'https://acme.test')).toBe('ftp://other.test/')
  expect(withOrigin('  ', 'https://acme.test')).toBe('')
})

const base = { title: 'A', text: 'T', flag: false }
const yours = { title: 'B', text: 'T', flag: true }
const theirs = { title: 'C', text: 'U', flag: true }

test('a conflict begins with your changes where you made some, with theirs elsewhere, and passes over what is equal', () => {
  expect(differences(yours, theirs)).toEqual(['title', 'text'])
  expect(firstChoices(base, yours, theirs)).toEqual({ title: 'yours', text: 'theirs' })
})

test('merging takes the chosen side of every field', () => {
  expect(mergeVersions(yours, theirs, { title: 'yours', text: 'theirs' })).toEqual({
    title: 'B',
    text: 'U',
    flag: true,
  })
  expect(mergeVersions({ title: 'B' }, theirs, { title: 'yours', text: 'yours' })).toEqual({ title: 'B', flag: true })
})

test('changes of different fields, and the same change of one, go together; two changes of one field do not', () => {
  expect(mergeApart(base, { ...base, title: 'B' }, { ...base, text: 'U' })).toEqual({
    title: 'B',
    text: 'U',
    flag: false,
  })
  expect(mergeApart(base, { ...base, flag: true }, { ...base, flag: true })).toEqual({ ...base, flag: true })
  expect(mergeApart(base, yours, theirs)).toBeUndefined()
})

const unsaved = {
  title: 'A',
  changed: { title: 'B' },
  base: { title: 'A' },
  version: 2,
  keptAt: '2026-01-02T00:00:00.000Z',
}

test('drafts are kept per record, listed per kind with the newest first, and dropped', () => {
  expect(keepUnsaved('post:1', unsaved)).toBe(true)
  keepUnsaved('post:new', { ...unsaved, keptAt: '2026-01-03T00:00:00.000Z' })
  keepUnsaved('project:1', unsaved)
  expect(readUnsaved('post:1')).toEqual(unsaved)
  expect(listUnsaved('post').map(({ key }) => key)).toEqual(['post:new', 'post:1'])
  dropUnsaved('post:new')
  expect(listUnsaved('post').map(({ key }) => key)).toEqual(['post:1'])
})

test('what is no unsaved text is passed over', () => {
  for (const junk of ['', '{', 'null', '{"changed":1}', JSON.stringify({ ...unsaved, keptAt: 'soon' })]) {
    localStorage.setItem('industria-draft:post:1', junk)
    expect(readUnsaved('post:1')).toBeUndefined()
  }
})

test('a browser without room says so', () => {
  const room = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  Object.defineProperty(globalThis, 'localStorage', { value: full, configurable: true })
  expect(keepUnsaved('post:1', unsaved)).toBe(false)
  if (room) Object.defineProperty(globalThis, 'localStorage', room)
  expect(keepUnsaved('post:1', unsaved)).toBe(true)
})

test('an answer that is no JSON counts as a server that was not reached: something in between has answered', () => {
  const said = failureText(new SyntaxError('Unexpected token <'), 'Failed', ((id: string) => id) as Translate)
  expect(said).toBe('editing.offline')
})
