import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium'
import { makeStarter } from './site-process'
import slowFiles from './slow-files.json'

/**
 * All checks: the build, then in series the unit and API tests on the embedded database, the same on a real PostgreSQL
 * server, the browser tests, and a short round of the failure drills; types and lint beside the first of them, because
 * the formatter uses one core only. Ends with `N passed, N failed`.
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
/** For the profiles of browsers, which end with their test processes and leave them. */
const profiles = mkdtempSync(join(tmpdir(), 'browsers-'))
/** The longest files start first, so that no process works on one alone at the end. */
const timings = join(profiles, 'timings.json')
writeTimings()
const only = process.argv.slice(2)

/** Three processes share the files: with two, a core idles whenever a test waits for a timer, a page or a server. */
const tests = (milliseconds: number, ...paths: string[]) => [
  'bun',
  'test',
  '--parallel=3',
  '--no-isolate',
  `--timings=${timings}`,
  '--timeout',
  String(milliseconds),
  ...paths,
]

/** Most code of a test runs too rarely for the last compilers of Bun to pay off: without them it takes less CPU time. */
const quickCompilers = { BUN_JSC_useFTLJIT: '0', BUN_JSC_useOMGJIT: '0' }

const testFile = /^\S+\.(test|browser)\.tsx?:$/

const noServer = serverUrl ? undefined : 'TEST_DATABASE_URL names no PostgreSQL server'
const noBrowser = findChromium() ? undefined : 'no Chromium was found (set CHROMIUM to its path)'

const first: Check[] = [
  { name: 'build', command: ['bun', 'src/build.ts'], seconds: 240 },
  // With one checker: each of them checks the shared types again, and lint and build use the other core.
  { name: 'types', command: ['bun', 'run', 'typecheck', '--checkers', '1'], seconds: 400 },
  { name: 'lint', command: ['bun', 'run', 'lint'], seconds: 400 },
]
const rest: Check[] = [
  {
    name: 'tests',
    command: tests(60_000),
    env: { TEST_DATABASE_URL: undefined, ...quickCompilers },
    counts: true,
    seconds: 1500,
  },
  {
    name: 'tests on PostgreSQL',
    command: tests(60_000, ...databaseTests()),
    env: quickCompilers,
    counts: true,
    skip: noServer,
    seconds: 1200,
  },
  {
    name: 'browser',
    command: tests(120_000, ...browserTests()),
    env: { TEST_DATABASE_URL: undefined, TMPDIR: profiles, ...quickCompilers },
    counts: true,
    skip: noBrowser,
    seconds: 1800,
  },
  { name: 'survival', command: ['bun', 'src/test/survival/run.ts', '--short'], counts: true, seconds: 700 },
]

const total: Outcome = { passed: 0, failed: 0, skipped: 0 }
/** Printed again at the end of the output. */
const failures: string[] = []
const flaky: string[] = []
const [build = true, ...others] = first.map(carryOut)
const needsStarter = (await build) && rest.some(isChosen)
// If it fails, the tests report why the site cannot start.
const starter = needsStarter ? await makeStarter().catch(() => undefined) : undefined
if (starter) process.env.TEST_STARTER = starter
for (const check of rest) await carryOut(check)
await Promise.all(others)

for (const line of [...failures, ...flaky]) console.log(line)
console.log(`${total.passed} passed, ${total.failed} failed`)
for (const folder of [profiles, starter]) if (folder) rmSync(folder, { recursive: true, force: true })
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

function isChosen({ name }: Check): boolean {
  return only.length === 0 || only.includes(name)
}

/** Whether nothing of it failed. */
async function carryOut(check: Check): Promise<boolean> {
  if (!isChosen(check)) return true
  const outcome = check.skip ? skip(check.skip) : await run(check)
  total.passed += outcome.passed
  total.failed += outcome.failed
  total.skipped += outcome.skipped
  console.log(
    `== ${check.name}: ${outcome.passed} passed, ${outcome.failed} failed${check.skip ? `, skipped: ${check.skip}` : ''}\n`,
  )
  return outcome.failed === 0
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
 * Whether at most five files with failed tests pass when run again on their own, because a shared machine may suspend
 * a process for seconds. Each such test is reported at the end as flaky.
 */
async function passesAlone(
  failed: readonly Failure[],
  howMany: number,
  { name, env }: Pick<Check, 'name' | 'env'>,
): Promise<boolean> {
  const files = [...new Set(failed.flatMap(({ file }) => file ?? []))]
  if (files.length === 0 || files.length > 5 || failed.length !== howMany) return false
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
  // The runner repeats them at the end.
  return found.filter(({ title }, index) => found.findIndex((other) => other.title === title) === index)
}

/** The closing lines of the test runner: ` 12 pass`. */
function count(output: string, word: 'pass' | 'fail' | 'skip'): number {
  return [...output.matchAll(new RegExp(`^\\s*(\\d+) ${word}$`, 'gm'))].reduce(
    (sum, match) => sum + Number(match[1]),
    0,
  )
}

/**
 * The test files that open a test database, and some of whole requests, for PostgreSQL; without those of the embedded
 * database.
 */
function databaseTests(): string[] {
  // They read what the two drivers return differently.
  const wholeRequests = /custom-pages|imports\.test|round-trip|wordpress|ghost/
  const opensDatabase = /'#test\/(api|database\/(server-)?database)'/
  return [...new Bun.Glob('src/**/*.test.{ts,tsx}').scanSync()]
    .filter((path) => !path.startsWith('src/platform/db/embedded/'))
    .filter((path) => wholeRequests.test(path) || opensDatabase.test(readFileSync(path, 'utf8')))
    .map((path) => `./${path}`)
}

/** For all files, because the test runner takes one without a duration for a long one. */
function writeTimings(): void {
  const short = [...new Bun.Glob('src/**/*.{test,browser}.{ts,tsx}').scanSync()].map((path) => [path, 1000])
  const slow = Object.entries(slowFiles).map(([path, seconds]) => [path, seconds * 1000])
  writeFileSync(timings, JSON.stringify({ version: 1, files: Object.fromEntries([...short, ...slow]) }))
}

function browserTests(): string[] {
  return [...new Bun.Glob('src/test/browser/*.browser.ts').scanSync()].map((path) => `./${path}`)
}
