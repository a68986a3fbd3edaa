import { describe, expect, test } from 'bun:test'
import { HttpError } from '#base/http/http-error'
import { cleanContent, contentToStore, metadataOf } from './stored-content'

const issuesOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof HttpError) return [error.status, error.options.issues]
  }
  return undefined
}

test('HTML stays HTML, sanitized', () => {
  expect(contentToStore('<p onclick="x">a</p>', undefined)).toBe('<p>a</p>')
})

test('the SEO fields of the body go into the content, and empty ones take the JSON form away again', () => {
  expect(contentToStore('<p>a</p>', { title: 'T', keywords: '' })).toBe('{"content":"<p>a</p>","metadata":{"title":"T"}}')
  expect(contentToStore('{"content":"<p>a</p>","metadata":{"title":"T"}}', { title: '' })).toBe('<p>a</p>')
})

describe('a JSON text', () => {
  test('stays as typed while nothing in it has to change', () => {
    const typed = '{ "metadata": {"title":"T"},\n "content": "<p>a</p>", "more": 1 }'
    expect(contentToStore(typed, undefined)).toBe(typed)
  })

  test('has its HTML sanitized and keeps the rest', () => {
    expect(contentToStore('{"content":"<p>a<script>1</script></p>","metadata":{"title":"T"}}', undefined)).toBe('{"content":"<p>a</p>","metadata":{"title":"T"}}')
  })

  test('is refused with metadata that breaks a rule', () => {
    expect(issuesOf(() => contentToStore('{"content":"a","metadata":{"canonical":"javascript:1"}}', undefined))).toEqual([422, [{ path: 'metadata.canonical', message: 'validation.url' }]])
    expect(issuesOf(() => contentToStore('{"content":"a","metadata":[]}', undefined))).toMatchObject([422, [{ path: 'metadata' }]])
  })

  test('is refused with characters that cannot be stored', () => {
    expect(issuesOf(() => contentToStore(String.raw`{"content":"a\u0000"}`, undefined))).toEqual([422, [{ path: 'content', message: 'validation.characters' }]])
    expect(issuesOf(() => contentToStore(String.raw`{"content":"a","metadata":{"title":"\ud800"}}`, undefined))).toMatchObject([422, [{ path: 'content' }]])
  })

  test('without content is none: it is HTML as it stands', () => {
    expect(contentToStore('{"title":"x"}', undefined)).toBe('{"title":"x"}')
    expect(contentToStore('{broken', undefined)).toBe('{broken')
  })
})

test('content that shows nothing is refused', () => {
  expect(issuesOf(() => contentToStore('{"content":"  "}', undefined))).toEqual([422, [{ path: 'content', message: 'validation.required' }]])
})

test('what was stored under other rules is cleaned when it is read', () => {
  expect(cleanContent('{"content":"<img src=x onerror=alert(1)>"}')).toBe('{"content":"<img src=\\"x\\">"}')
  expect(metadataOf('{"content":"a","metadata":{"title":"T","canonical":"javascript:1","ogImage":7}}')).toEqual({ title: 'T' })
  expect(metadataOf('<p>a</p>')).toEqual({})
})
