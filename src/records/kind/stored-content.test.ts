import { describe, expect, spyOn, test } from 'bun:test'
import { HttpError } from '#contract/http-error'
import { unpackContent } from './content'
import { cleanContent, cleanTranslations, contentToStore, storedMetadata, translationsToStore } from './stored-content'

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

test('SEO fields of the body go into the content, and empty ones turn it back from JSON', () => {
  expect(contentToStore('<p>a</p>', { title: 'T', keywords: '' })).toBe(
    '{"content":"<p>a</p>","metadata":{"title":"T"}}',
  )
  expect(contentToStore('{"content":"<p>a</p>","metadata":{"title":"T"}}', { title: '' })).toBe('<p>a</p>')
})

describe('a JSON text', () => {
  test('stays as typed while nothing in it has to change', () => {
    const typed = '{ "metadata": {"title":"T"},\n "content": "<p>a</p>", "more": 1 }'
    expect(contentToStore(typed, undefined)).toBe(typed)
  })

  test('has its HTML sanitized and keeps the rest', () => {
    expect(contentToStore('{"content":"<p>a<script>1</script></p>","metadata":{"title":"T"}}', undefined)).toBe(
      '{"content":"<p>a</p>","metadata":{"title":"T"}}',
    )
  })

  test('is refused with metadata that breaks a rule', () => {
    expect(
      issuesOf(() => contentToStore('{"content":"a","metadata":{"canonical":"javascript:1"}}', undefined)),
    ).toEqual([422, [{ path: 'metadata.canonical', message: 'validation.url' }]])
    expect(issuesOf(() => contentToStore('{"content":"a","metadata":[]}', undefined))).toMatchObject([
      422,
      [{ path: 'metadata' }],
    ])
  })

  test('is refused with characters that cannot be stored', () => {
    expect(issuesOf(() => contentToStore(String.raw`{"content":"a\u0000"}`, undefined))).toEqual([
      422,
      [{ path: 'content', message: 'validation.characters' }],
    ])
    expect(
      issuesOf(() => contentToStore(String.raw`{"content":"a","metadata":{"title":"\ud800"}}`, undefined)),
    ).toMatchObject([422, [{ path: 'content' }]])
  })

  test('that cannot be parsed, or has no content, is refused', () => {
    const refused = (path: string) => [422, [{ path, message: 'validation.jsonObject' }]]
    for (const broken of [
      '{broken',
      ' \n{"content":',
      '{"title":"x"}',
      '{"content":7}',
      '{"content":"a"} b',
      '{x} <p>a</p>',
    ]) {
      expect(issuesOf(() => contentToStore(broken, undefined))).toEqual(refused('content'))
      expect(issuesOf(() => contentToStore(broken, { title: 'T' }))).toEqual(refused('content'))
      expect(issuesOf(() => translationsToStore({ es: { content: broken } }))).toEqual(
        refused('translations.es.content'),
      )
    }
  })

  test('that was stored invalid shows nothing, and is logged once per record', () => {
    const told = spyOn(console, 'error').mockImplementation(() => {})
    for (const name of ['post 7', 'post 7', 'post 8']) {
      expect(cleanContent('{broken <p>a</p>', name)).toBe('')
      expect(cleanTranslations({ es: { content: '{"title":"x"}', title: 'T' } }, name)).toEqual({
        es: { content: '', title: 'T' },
      })
    }
    expect(told.mock.calls.map(([text]) => text)).toEqual(
      ['post 7', 'post 7 (es)', 'post 8', 'post 8 (es)'].map(
        (name) => `The content of ${name} cannot be parsed; it is treated as empty.`,
      ),
    )
    told.mockRestore()
    expect(unpackContent('{broken')).toEqual({ html: '', metadata: {} })
    expect(unpackContent('{"metadata":{"title":"T"}}')).toEqual({ html: '', metadata: {} })
  })

  test('wraps HTML that would be taken for JSON', () => {
    for (const html of ['<x>{broken', '<script></script> {"content":"\\u003cimg src=x onerror=alert(1)>"}']) {
      const stored = contentToStore(html, undefined)
      expect(cleanContent(stored)).toBe(stored)
      expect(unpackContent(stored).html).toContain('{')
      expect(translationsToStore({ es: { content: html } })).toEqual({ es: { content: stored } })
    }
    expect(unpackContent(contentToStore('{"content":"{x} a"}', { title: '' })).html).toBe('{x} a')
  })

  test('is sanitized in translations too, where an escaped tag could hide in it', () => {
    const content = String.raw`{"content":"\u003cimg src=x onerror=alert(1)>"}`
    expect(cleanTranslations({ es: { content } })).toEqual({
      es: { content: '{"content":"<img src=\\"x\\" alt=\\"\\">"}' },
    })
  })
})

test('content that shows nothing is refused', () => {
  expect(issuesOf(() => contentToStore('{"content":"  "}', undefined))).toEqual([
    422,
    [{ path: 'content', message: 'validation.required' }],
  ])
})

test('content stored under older rules is sanitized when it is read', () => {
  expect(cleanContent('{"content":"<img src=x onerror=alert(1)>"}')).toBe('{"content":"<img src=\\"x\\" alt=\\"\\">"}')
  expect(storedMetadata('{"content":"a","metadata":{"title":"T","canonical":"javascript:1","ogImage":7}}')).toEqual({
    title: 'T',
  })
  expect(storedMetadata('<p>a</p>')).toEqual({})
})
