import { expect, test } from 'bun:test'
import { factsOf, readFrontMatter, readYaml } from './facts-of-file'

const read = (head: string) => readFrontMatter(`---\n${head}\n---\nIts text`)

/** Each line repeats the one above ten times: 10^levels values. */
const repeated = (levels: number, refer: (above: string) => string = (above) => `*${above}`) =>
  Array.from({ length: levels }, (_, level) => {
    const name = `k${level}`
    const part = level === 0 ? 'x' : refer(`k${level - 1}`)
    return `${name}: &${name} [${Array.from({ length: 10 }, () => part).join(', ')}]`
  }).join('\n')

const bomb = `title: A\n${repeated(6)}`

test.each([
  ['a million values of seven aliases', bomb],
  ['an alias of itself', 'title: &a [*a]'],
  [
    'a long text repeated',
    `title: &a ${'x'.repeat(1000)}\ntags: [${Array.from({ length: 100 }, () => '*a').join(', ')}]`,
  ],
  ['many merged maps', `a: &a {x: 1}\n${Array.from({ length: 500 }, (_, at) => `b${at}: {<<: *a}`).join('\n')}`],
  ['thousands of levels', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['a text between quotes that never end', `title: "${'x'.repeat(1000)}`],
  ['a tab before a name', 'title: A\n\tdraft: true'],
  ['an alias without an anchor', 'title: *nothing'],
])('front matter with %s is not read, and the text is', (_, head) => {
  expect(read(head)).toEqual({ facts: {}, text: 'Its text', isBroken: true })
  expect(readYaml(head)).toEqual({})
})

test('a million values need less than 400 characters', () => {
  expect(bomb.length).toBeLessThan(400)
})

test.each([
  ['aliases', 'a: &a [x, y]\ntags: *a', { a: ['x', 'y'], tags: ['x', 'y'] }],
  ['a merged map', 'a: &a {x: 1}\nb: {<<: *a, y: 2}', { a: { x: 1 }, b: { x: 1, y: 2 } }],
  ['dates', 'date: 2024-01-02\ntime: 2024-01-02T10:00:00Z', { date: '2024-01-02', time: '2024-01-02T10:00:00Z' }],
  ['tags', 'date: !!timestamp 2024-01-02\nf: !!js/function x', { date: '2024-01-02', f: 'x' }],
  ['a long name', `${'x'.repeat(10_000)}: 1`, { ['x'.repeat(10_000)]: 1 }],
])('front matter with %s is read', (_, head, facts) => {
  expect(read(head)).toEqual({ facts, text: 'Its text', isBroken: false })
})

test.each([
  ['in braces', '{\n  "title": "A }"\n}\n\nIts text', { title: 'A }' }],
  ['in braces with CRLF', '{\r\n"title": "A \\" {"\r\n}\r\n\r\nIts text', { title: 'A " {' }],
  ['in braces in one line', '\uFEFF{ "title": "A", "b": { "c": 1 } }\nIts text', { title: 'A', b: { c: 1 } }],
  ['in braces within braces', '{\n"b": {\n"c": 1\n}\n}\nIts text', { b: { c: 1 } }],
  ['in JSON between hyphens', '---json\n{ "title": "A" }\n---\nIts text', { title: 'A' }],
  ['in lines of Pelican', 'Title: A: b\nDate: 2024-05-06\n\nIts text', { Title: 'A: b', Date: '2024-05-06' }],
  ['in TOML between hyphens', '--- toml\ntitle = "A"\n---\nIts text', { title: 'A' }],
])('front matter %s is read', (_, file, facts) => {
  expect(readFrontMatter(file)).toMatchObject({ facts, isBroken: false })
  expect(readFrontMatter(file).text.trim()).toBe('Its text')
})

test('links of Obsidian in front matter are words, and a picture', () => {
  const { facts } = read('title: "[[A note|Words]]"\ncover: "![[crane.png|300]]"\nauthor: "[[Ada]]"')
  expect(factsOf(facts)).toMatchObject({ title: 'Words', image: 'crane.png', author: 'Ada' })
})

test.each(['draft: yes', 'draft: On', 'published: no', 'published: false\ndraft: no', 'status: idea'])(
  '%j says that a text is a draft',
  (head) => {
    expect(factsOf(read(head).facts)).toMatchObject({ status: 'draft', date: null })
    expect(factsOf(read(head).facts).wrongDate).toBeUndefined()
  },
)

test.each(['draft: no', 'published: yes', 'draft: off\ndate: 2024-01-02'])('%j does not', (head) => {
  const { status, wrongDate } = factsOf(read(head).facts)
  expect([status, wrongDate]).toEqual([undefined, undefined])
})

test.each(['{\n  "title": "A",\n}\nIts text', '---js\n{ title: "A" }\n---\nIts text'])(
  'of %j only the text is read',
  (file) => {
    expect(readFrontMatter(file)).toEqual({ facts: {}, text: 'Its text', isBroken: true })
  },
)

test.each(['Title: A\nand more', 'Note: A\n\nText', '{ "title": "A" } is JSON.', '{ "a', '{% include a %}', '{ a }'])(
  '%j is a text',
  (text) => {
    expect(readFrontMatter(text)).toEqual({ facts: {}, text, isBroken: false })
  },
)
