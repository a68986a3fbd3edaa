import { expect, test } from 'bun:test'
import { toDocument, toHtml } from './html-document'
import { cleanPaste } from './paste'

test('what a word processor adds is dropped, what was meant stays', () => {
  const pasted =
    '<meta charset="utf-8"><style>p{color:red}</style><!--StartFragment--><h1 class="MsoTitle" style="color:red">Title</h1><p style="margin:0"><span style="font-size:9pt">Some <b style="x">bold</b> text</span><o:p></o:p></p><div>Loose</div><!--EndFragment-->'
  expect(toHtml(toDocument(cleanPaste(pasted)))).toContain('<h2>Title</h2>')
  const cleaned = cleanPaste(pasted)
  expect(cleaned).not.toMatch(/style|class|meta|<!--|color/)
  expect(cleaned).toContain('<b>bold</b>')
  expect(cleaned).toContain('<p>Loose</p>')
})

test('scripts, frames, handlers and pictures without an address of their own are dropped', () => {
  const cleaned = cleanPaste(
    '<p onclick="x()">a</p><script>x()</script><object data="https://example.org"></object><img src="data:image/png;base64,AA"><img src="https://example.org/a.png" onerror="x()">',
  )
  expect(cleaned).toBe('<p>a</p><img src="https://example.org/a.png">')
})

test('what was copied from the editor itself is recognised again', () => {
  const cleaned = cleanPaste('<div data-pm-slice="0 0 []" data-kept-html="&lt;dl&gt;&lt;/dl&gt;"></div>')
  expect(cleaned).toContain('data-pm-slice')
  expect(cleaned).toContain('data-kept-html')
})
