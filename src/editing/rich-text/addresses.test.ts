import { describe, expect, test } from 'bun:test'
import { sanitizeHtml } from '#text/sanitize'
import { validateLink } from './links/link-panel'
import { videoOf } from './media/video'

describe('a typed link address', () => {
  const taken: [typed: string, href: string][] = [
    ['https://example.com/a?b=1#c', 'https://example.com/a?b=1#c'],
    ['/contact/', '/contact/'],
    ['#part', '#part'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+34 600 000 000', 'tel:+34600000000'],
    ['example.com', 'https://example.com'],
    ['www.example.co.uk/a', 'https://www.example.co.uk/a'],
    ['señor.es:8080/x', 'https://señor.es:8080/x'],
    ['ana@example.com', 'mailto:ana@example.com'],
    ['+34600-000-000', 'tel:+34600000000'],
  ]
  for (const [typed, href] of taken)
    test(`${typed} becomes ${href}, which the site stores`, () => {
      const link = validateLink(` ${typed} `)
      expect(link).toEqual({ kind: typed.replace(/^(tel:.*)$/, href) === href ? 'fine' : 'completed', href })
      expect(sanitizeHtml(`<a href="${href}">x</a>`)).toBe(`<a href="${href}">x</a>`)
    })

  for (const [typed, why] of [
    ['javascript:alert(1)', 'script'],
    ['JaVaScript:alert(1)', 'script'],
    ['data:text/html,x', 'script'],
    ['file:///C:/a', 'scheme'],
    ['ftp://example.com', 'scheme'],
    ['//evil.example', 'slashes'],
    ['\\\\evil', 'slashes'],
    ['two words', 'spaces'],
    ['mailto:nobody', 'email'],
    ['tel:me', 'phone'],
    ['https://', 'unclear'],
    ['word', 'unclear'],
  ] as const)
    test(`${typed} is refused: ${why}`, () => expect(validateLink(typed)).toMatchObject({ kind: 'refused', why }))
})

describe('a video address', () => {
  for (const [address, href] of [
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=x&si=y', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['youtu.be/dQw4w9WgXcQ?t=42', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['//www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://player.vimeo.com/video/76979871?h=1', 'https://vimeo.com/76979871'],
    ['https://dailymotion.com/video/x8abcde', 'https://www.dailymotion.com/video/x8abcde'],
    ['https://www.ted.com/talks/some_talk?language=es', 'https://www.ted.com/talks/some_talk'],
  ])
    test(`${address} becomes the page ${href}`, () => expect(videoOf(address ?? '')?.href).toBe(href))

  test('is not accepted for another page of the host, or another host', () => {
    for (const address of [
      'https://www.youtube.com/@somebody',
      'https://www.youtube.com/watch?v=<x>',
      'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
      'https://vimeo.com/about',
      'see https://youtu.be/dQw4w9WgXcQ',
      'word',
      '',
    ])
      expect([address, videoOf(address)]).toEqual([address, undefined])
  })
})
