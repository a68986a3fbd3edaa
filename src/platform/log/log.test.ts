import { describe, expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { program } from '#test/program'
import { describeError } from './log'

const logged = async (level: string, terminal: boolean, lines: string) => {
  const { out } = await program({
    code: `
    const { createLog } = await import('#platform/log/log')
    const log = createLog('${level}', ${terminal})
    ${lines}`,
  }).ended
  return out.split('\n').slice(0, -1)
}

describe('without a terminal', () => {
  test('every record is one line of JSON', async () => {
    const lines = await logged(
      'debug',
      false,
      `
      log.debug('a'); log.info('b', { n: 1, text: 'line\\nbreak' }); log.warn('c'); log.error('d', { error: new Error('broken') })`,
    )
    const records = lines.map((line) => JSON.parse(line))
    expect(records.map(({ level, message }) => [level, message])).toEqual([
      ['debug', 'a'],
      ['info', 'b'],
      ['warn', 'c'],
      ['error', 'd'],
    ])
    expect(records[1]).toMatchObject({
      n: 1,
      text: 'line\nbreak',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    expect(records[3].error).toMatchObject({ name: 'Error', message: 'broken', stack: expect.stringContaining('at ') })
  })

  test('an access line has the id of the administrator who sent the request', async () => {
    const request = `method: 'GET', path: '/api/contact', status: 200, ms: 1, id: 'x1'`
    const [known, unknown] = await logged(
      'info',
      false,
      `log.access({ ${request}, user: 7 }); log.access({ ${request} })`,
    )
    expect(JSON.parse(known ?? '')).toMatchObject({ path: '/api/contact', user: 7 })
    expect(unknown).not.toContain('user')
  })

  test('an access line is JSON whatever the path holds', async () => {
    const paths = ['/blog/', '/a"b\\c', '/\u0000\u001B[31m', '/é/\uD800']
    const lines = await logged(
      'info',
      false,
      `
      for (const path of ${JSON.stringify(paths)}) log.access({ method: 'GET', path, status: 200, ms: 1.2345, id: 'x1' })`,
    )
    expect(lines.map((line) => JSON.parse(line))).toMatchObject(
      paths.map((path) => ({ message: 'request', method: 'GET', path, status: 200, ms: 1.23, id: 'x1' })),
    )
  })

  test('the level filters records below it, but never a plain line', async () => {
    const all = `log.debug('a'); log.info('b'); log.access({ method: 'GET', path: '/', status: 200, ms: 1, id: '1' }); log.warn('c'); log.error('d'); log.print('Listening')`
    expect(
      (await logged('warn', false, all)).map((line) => (line.startsWith('{') ? JSON.parse(line).message : line)),
    ).toEqual(['c', 'd', 'Listening'])
    expect(await logged('silent', false, all)).toEqual(['Listening'])
  })

  test('nothing is lost when the process ends at once', async () => {
    expect(await logged('info', false, `for (let n = 0; n < 500; n++) log.info('line'); process.exit(0)`)).toHaveLength(
      500,
    )
  })

  test('request lines keep their order among all others, each with its own time, and none is lost at the end', async () => {
    const records = (
      await logged(
        'info',
        false,
        `
      const access = (id) => log.access({ method: 'GET', path: '/', status: 200, ms: 1, id })
      access('1'); log.info('2'); access('3'); const until = Date.now() + 20; while (Date.now() < until); access('4'); log.warn('5'); access('6')
      process.exit(0)`,
      )
    ).map((line) => JSON.parse(line) as { id?: string; message: string; time: string })
    expect(records.map(({ id, message }) => id ?? message)).toEqual(['1', '2', '3', '4', '5', '6'])
    const moments = records.map(({ time }) => Date.parse(time))
    expect(moments[3]! - moments[2]!).toBeGreaterThanOrEqual(19)
  })

  test('a reader that has closed the pipe does no harm', async () => {
    const { code, err } = await program({
      code: `
      const { createLog } = await import('#platform/log/log')
      const { closeSync } = await import('node:fs')
      const log = createLog('info', false)
      closeSync(1)
      log.warn('nobody reads this')
      await log.flush()
      process.exit(7)`,
    }).ended
    expect(err).toBe('')
    expect(code).toBe(7)
  })
})

test('in a terminal a record is text for people, without control characters', async () => {
  const [record, access] = await logged(
    'info',
    true,
    `
    log.info('hello', { n: 1 }); log.access({ method: 'GET', path: '/\\u001b[2J', status: 404, ms: 1.26, id: 'x1' })`,
  )
  expect(record).toContain('hello')
  expect(Bun.stripANSI(access ?? '')).toMatch(/^\d\d:\d\d:\d\d 404 {3}GET \/\?\[2J 1\.3 ms x1$/)
})

test('an access line costs a few microseconds', async () => {
  const { err } = await program({
    code: `
    const { createLog } = await import('#platform/log/log')
    const log = createLog('info', false)
    const started = performance.now()
    for (let n = 0; n < 20000; n++) log.access({ method: 'GET', path: '/blog/', status: 200, ms: 0.4, id: 'x1' })
    console.error((performance.now() - started) / 20)`,
  }).ended
  expect(Number(err)).toBeGreaterThan(0)
  expect(Number(err)).toBeLessThan(20)
})

describe('an error in the log', () => {
  test('contains no parameters, no details and no quoted input of a failed query', () => {
    const cause = Object.assign(new Error('duplicate key value violates unique constraint "waitlist_email"'), {
      code: '23505',
      detail: 'Key (email)=(ada@example.com) already exists.',
      constraint_name: 'waitlist_email',
      parameters: ['ada@example.com'],
    })
    const described = describeError(
      new DrizzleQueryError('insert into waitlist values ($1)', ['ada@example.com'], cause),
    )
    expect(JSON.stringify(described)).not.toContain('ada@example.com')
    expect(described).toMatchObject({
      message: 'Failed query: insert into waitlist values ($1)',
      cause: { code: '23505', constraint: 'waitlist_email' },
    })
    const syntax = describeError(
      Object.assign(new Error('invalid input syntax for type integer: "ada@example.com"'), { code: '22P02' }),
    )
    expect(JSON.stringify(syntax)).not.toContain('ada@example.com')
    expect(syntax.message).toBe('invalid input syntax for type integer')
  })

  test('may be any thrown value', () => {
    expect(describeError('text')).toEqual({ name: 'string', message: 'text' })
    expect(describeError(null).message).toBe('not an error')
    const loop = new Error('round')
    loop.cause = loop
    expect(describeError(loop).name).toBe('Error')
  })
})
