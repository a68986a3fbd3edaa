import { expect, test } from 'bun:test'
import type { Translate } from '#base/i18n/i18n'
import { withOrigin } from './canonical'
import { differences, firstChoices, mergeApart, mergeVersions } from './conflict'
import { failureText } from './failure'

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

test('an answer that is no JSON counts as a server that was not reached: something in between has answered', () => {
  const said = failureText(new SyntaxError('Unexpected token <'), 'Failed', ((id: string) => id) as Translate)
  expect(said).toBe('editing.offline')
})
