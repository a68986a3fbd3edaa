import { readFileSync } from 'node:fs'
import { findChromium } from './chromium'

/**
 * All checks: types, lint and build side by side, then one after the other unit and API tests on the embedded database,
 * the same on a real PostgreSQL server, the browser journeys, a short round of the survival drills. Ends with
 * `N passed, N failed`.
 */
type Check = {
  name: string
  command: string[]
  env?: Record<string, string | undefined>
  skip?: string
  counts?: boolean
  seconds: number
}
type Failure = { title: string; file: string | undefined; text: string }
type Outcome = { passed: number; failed: number; skipped: number }

const inCi = process.env.CI === 'true'
const serverUrl = process.env.TEST_DATABASE_URL
const chromium = findChromium()
const only = process.argv.slice(2)

/** Two processes share the files: on two cores the whole takes little more than half the time. */
const tests = (milliseconds: number, ...paths: string[]) => [
  'bun',
  'test',
  '--parallel=2',
  '--no-isolate',
  '--timeout',
  String(milliseconds),
  ...paths,
]

const testFile = /^\S+\.(test|browser)\.tsx?:$/

const noServer = serverUrl ? undefined : 'TEST_DATABASE_URL names no PostgreSQL server'
const noBrowser = chromium ? undefined : 'no Chromium was found (set CHROMIUM to its path)'

const first: Check[] = [
  { name: 'types', command: ['bun', 'run', 'typecheck'], seconds: 240 },
  { name: 'lint', command: ['bun', 'run', 'lint'], seconds: 120 },
  { name: 'build', command: ['bun', 'src/build.ts'], seconds: 240 },
]
const rest: Check[] = [
  {
    name: 'tests',
    command: tests(60_000),
    env: { TEST_DATABASE_URL: undefined },
    counts: true,
    seconds: 900,
  },
  {
    name: 'tests on PostgreSQL',
    command: tests(60_000, ...databaseTests()),
    counts: true,
    skip: noServer,
    seconds: 1200,
  },
  {
    name: 'browser',
    command: tests(120_000, ...browserTests()),
    env: { TEST_DATABASE_URL: undefined, CHROMIUM: chromium },
    counts: true,
    skip: noBrowser,
    seconds: 1200,
  },
  { name: 'survival', command: ['bun', 'src/test/survival/run.ts', '--short'], counts: true, seconds: 420 },
]

const total: Outcome = { passed: 0, failed: 0, skipped: 0 }
/** Printed again at the end of the output. */
const failures: string[] = []
const flaky: string[] = []
await Promise.all(first.map(carryOut))
for (const check of rest) await carryOut(check)

for (const line of [...failures, ...flaky]) console.log(line)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

async function carryOut(check: Check): Promise<void> {
  if (only.length > 0 && !only.includes(check.name)) return
  const outcome = check.skip ? skip(check.skip) : await run(check)
  total.passed += outcome.passed
  total.failed += outcome.failed
  total.skipped += outcome.skipped
  console.log(
    `== ${check.name}: ${outcome.passed} passed, ${outcome.failed} failed${check.skip ? `, skipped: ${check.skip}` : ''}\n`,
  )
}

/** In CI nothing may be skipped: a skipped stage counts as failed. */
function skip(reason: string): Outcome {
  console.log(`== skipped: ${reason}`)
  return inCi ? { passed: 0, failed: 1, skipped: 1 } : { passed: 0, failed: 0, skipped: 1 }
}

async function run({ name, command, env, counts, seconds }: Check): Promise<Outcome> {
  console.log(`== ${name}`)
  const started = Date.now()
  const { exitCode, output } = await execute(command, env, seconds)
  console.log(`== ${name} took ${((Date.now() - started) / 1000).toFixed(1)} s`)
  const ok = exitCode === 0
  if (!counts) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
  const counted = { passed: count(output, 'pass'), failed: count(output, 'fail'), skipped: count(output, 'skip') }
  if (ok && counted.passed > 0) return counted
  const failed = failuresIn(output)
  failures.push(...failed.map(({ text }) => `== failed in ${name}\n${text}\n`))
  if (await passesAlone(failed, counted.failed, { name, env })) {
    return { ...counted, passed: counted.passed + counted.failed, failed: 0 }
  }
  return { ...counted, failed: Math.max(1, counted.failed) }
}

/**
 * Whether the files of at most three failed tests pass when run again on their own: a shared machine may suspend a
 * process for seconds. Each is reported at the end as flaky.
 */
async function passesAlone(
  failed: readonly Failure[],
  howMany: number,
  { name, env }: Pick<Check, 'name' | 'env'>,
): Promise<boolean> {
  const files = [...new Set(failed.flatMap(({ file }) => file ?? []))]
  if (failed.length === 0 || failed.length > 3 || failed.length !== howMany || files.length === 0) return false
  console.log(`== ${name}, once more: ${files.join(' ')}`)
  const again = ['bun', 'test', '--timeout', '120000', ...files.map((file) => `./${file}`)]
  const passed = (await execute(again, env, 400)).exitCode === 0
  if (passed) flaky.push(...failed.map(({ title }) => `== flaky in ${name}, passed alone: ${title}`))
  return passed
}

async function execute(
  command: string[],
  env: Check['env'],
  seconds: number,
): Promise<{ exitCode: number | null; output: string }> {
  const child = Bun.spawn(command, {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  })
  const [out, err] = await Promise.all([
    echo(child.stdout, process.stdout),
    echo(child.stderr, process.stderr),
    child.exited,
  ])
  return { exitCode: child.exitCode, output: `${err}\n${out}` }
}

async function echo(stream: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    to.write(chunk)
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}

/** The output of each failed test: everything since the test before it, and its name. */
function failuresIn(output: string): Failure[] {
  const lines = output.split('\n')
  const found = lines.flatMap((line, end) => {
    if (!line.startsWith('(fail)')) return []
    const before = lines.slice(0, end)
    const start = Math.max(0, end - 60, before.findLastIndex((other) => /^\((pass|fail|skip|todo)\)/.test(other)) + 1)
    const title = line.replace(/ \[[\d.]+ ?m?s\]$/, '')
    const file = before.findLast((other) => testFile.test(other))?.slice(0, -1)
    return [{ title, file, text: [...before.slice(start), line].join('\n').trim() }]
  })
  // The runner repeats them at its end.
  return found.filter(({ title }, index) => found.findIndex((other) => other.title === title) === index)
}

/** The closing lines of the test runner: ` 12 pass`. */
function count(output: string, word: 'pass' | 'fail' | 'skip'): number {
  return [...output.matchAll(new RegExp(`^\\s*(\\d+) ${word}$`, 'gm'))].reduce(
    (sum, match) => sum + Number(match[1]),
    0,
  )
}

/** Every test file that opens a test database runs on PostgreSQL too, but for those of the embedded one. */
function databaseTests(): string[] {
  return [...new Bun.Glob('src/**/*.test.{ts,tsx}').scanSync()]
    .filter((path) => !path.startsWith('src/platform/db/embedded/'))
    .filter((path) => /#test\/(database|api)|\.\/(database|api)'|TEST_DATABASE_URL/.test(readFileSync(path, 'utf8')))
    .map((path) => `./${path}`)
}

function browserTests(): string[] {
  return [...new Bun.Glob('src/test/browser/*.browser.ts').scanSync()].map((path) => `./${path}`)
}
