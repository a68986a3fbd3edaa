import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type TestLibrary, testLibrary } from '#test/library'
import { cleanSvg } from './reading/svg'

let library: TestLibrary
beforeAll(async () => {
  library = await testLibrary()
})
beforeEach(() => library.startAfresh())
afterAll(() => library.close())

const statusOf = async (text: string, name = 'a.svg') => (await library.send('/api/media', text, name)).status

describe('an SVG', () => {
  const clean = (inside: string, attributes = '') =>
    cleanSvg(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9" ${attributes}>${inside}</svg>`,
    )

  test('keeps its shapes', async () => {
    const drawing =
      '<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient></defs><rect fill="url(#a)" width="9" height="9"/><use href="#a"/><text>a &amp; b</text><style>.a{fill:red}</style>'
    const out = await clean(drawing)
    for (const kept of ['<linearGradient id="a">', 'fill="url(#a)"', '<use href="#a">', 'a &amp; b', '.a{fill:red}'])
      expect(out).toContain(kept)
  })

  test.each([
    '<script>alert(1)</script>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    '<rect onload="alert(1)"/>',
    '<a href="javascript:alert(1)"><rect/></a>',
    '<a xlink:href="javascript:alert(1)"><rect/></a>',
    '<image href="https://evil.test/alert"/>',
    '<use href="https://evil.test/a.svg#alert"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><p>alert</p></body></foreignObject>',
    '<iframe src="https://evil.test/alert"/>',
    '<style>@import url(https://evil.test/alert);</style>',
    '<style>a{background:url("//evil.test/alert")}</style>',
    '<rect style="fill:url(https://evil.test/alert)"/>',
    '<set attributeName="href" to="javascript:alert(1)"/>',
    '<style>@im@import;port "//evil.test/alert";</style>',
    '<style>@im@import url(x);port url(//evil.test/alert);</style>',
    '<style>@i\\6dport "//evil.test/alert";</style>',
    '<style>@im<!-- -->port "//evil.test/alert";</style>',
    '<style>@im<![CDATA[port "//evil.test/alert";]]></style>',
    '<style>@im<g/>port "//evil.test/alert";</style>',
    '<style>&#64;import "//evil.test/alert";</style>',
    '<style>a{fill:url(/**/"//evil.test/alert")}</style>',
    '<style>a{fill:url(<!-- -->//evil.test/alert)}</style>',
    '<style>a{fill:url(#a/**/);background:url(#/../**///evil.test/alert)}</style>',
    '<style>a{fill:u\\rl(//evil.test/alert)}</style>',
    '<style>a{fill:ur/**/l(//evil.test/alert)}</style>',
    '<style>a{background:url(url(#a)//evil.test/alert)}</style>',
    '<style>a{background:image-set(url(#a) 1x, "https://evil.test/alert" 2x)}</style>',
    '<style>a{background:-webkit-image-set("https://evil.test/alert" 1x)}</style>',
    '<style>@font-face{font-family:a;src:url(https://evil.test/alert)}</style>',
    '<style>@font-face @import "//evil.test/alert";</style>',
    '<rect fill="url(https://evil.test/alert)"/>',
    '<rect fill="url(/**/https://evil.test/alert)"/>',
    '<rect filter="url(&#34;//evil.test/alert&#34;)"/>',
    '<rect mask="URL(//evil.test/alert#a)"/>',
    '<animate attributeName="fill" values="red;url(//evil.test/alert)"/>',
    '<set attributeName="fill" to="url(//evil.test/alert)"/>',
    '<set attributeName=" xlink:href " to="//evil.test/alert"/>',
    '<feImage href="//evil.test/alert"/>',
    '<image xlink:href="data:image/svg+xml;base64,alert"/>',
    '<style xml:base="https://evil.test/alert">a{}</style>',
    '<animate attributeName="onload" to="alert(1)"/>',
    '<!-- alert -->',
    '<?php alert ?>',
    '<metadata>alert</metadata>',
  ])('loses %s', async (inside) => {
    const out = await clean(inside)
    expect(out).not.toMatch(/alert|evil|javascript/)
    expect(out).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"')
  })

  test('keeps references within itself, however they are written', async () => {
    const out = await clean(
      `<style>/* shapes */ @import url(https://fonts.test/a.css); .a{fill:url( '#a' )} .b{fill:URL("#b")}<!-- --><![CDATA[.c{fill:url(#c)}]]></style><rect style="mask:url(#d)" transform="translate(1 2)"/>`,
    )
    for (const kept of ['.a{fill:url(#a)}', '.b{fill:url(#b)}', '.c{fill:url(#c)}', 'mask:url(#d)', 'translate(1 2)'])
      expect(out).toContain(kept)
    expect(out).not.toContain('fonts.test')
  })

  test('is refused where it nests without end, and parsed where a style is not closed', async () => {
    const around = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`
    for (const name of ['g', 'unknown'])
      expect(await statusOf(around(`<${name}>`.repeat(60_000) + `</${name}>`.repeat(60_000)), 'deep.svg')).toBe(422)
    expect(await statusOf(around('<g>'.repeat(200) + '</g>'.repeat(200)), 'drawn.svg')).toBe(201)
    for (const inside of ['url(', 'url(#', '@font-face', '@import ', '/*', 'image-set('])
      expect([inside, await statusOf(around(`<style>a{fill:${inside}${' '.repeat(400_000)}</style>`))]).toEqual([
        inside,
        201,
      ])
  })

  test('that takes too long to render is refused', async () => {
    const slow = `<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="7000">${Array.from({ length: 300_000 }, (_, at) => `<path d="M${at % 7000} ${at % 6999}l10 10h20v-5z"/>`).join('')}</svg>`
    expect(await statusOf(slow, 'slow.svg')).toBe(422)
  })

  test('with expanding entities is refused', async () => {
    const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&a8;</text></svg>`
    expect(await statusOf(bomb, 'bomb.svg')).toBe(422)
    const secret =
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>'
    expect(await statusOf(secret, 'secret.svg')).toBe(422)
    const plain =
      '<!DOCTYPE svg [<!ENTITY ns "http://ns.test/">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:i="&ns;" width="9" height="9"><i:x/></svg>'
    expect(await statusOf(plain, 'plain.svg')).toBe(201)
  })
})
