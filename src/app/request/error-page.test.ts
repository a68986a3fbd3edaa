import { expect, test } from 'bun:test'
import { errorPage } from './refusal'

test('the static error page includes the font that it uses', () => {
  const html = errorPage({
    path: '/',
    language: 'en',
    accent: null,
    siteName: 'Acme',
    status: 500,
    messageId: 'errors.unexpectedText',
  })
  expect(html).toMatch(/font:[^;]*Archivo/)
  expect(html).toContain('@font-face{font-family:Archivo;src:url(/fonts/archivo.woff2)')
})
