import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type SiteProcess = {
  url: string
  pid: number
  dataDir: string
  /** Milliseconds from the start of the process to its `Listening` line. */
  startedIn: number
  output(): string
  /** The set-up code that it printed. */
  setupCode(): string
  signal(name: NodeJS.Signals): void
  /** Stops it (by default with SIGTERM) and resolves to its exit code. */
  stop(name?: NodeJS.Signals): Promise<number>
  /** Stops it and deletes its data. */
  dispose(): Promise<void>
}

const mostKept = 64_000

/** `project`: the folder of the build, if it is another one. */
type Options = { env?: Record<string, string>; dataDir?: string; seconds?: number; project?: string }

const ownProject = resolve(import.meta.dir, '../..')

/** The built server as a separate process, on a free port and by default with a new data directory. */
export async function startSite({
  env = {},
  dataDir,
  seconds,
  project = ownProject,
}: Options = {}): Promise<SiteProcess> {
  return startIn(dataDir ?? (await newDataDir(env, project)), { env, seconds, project })
}

async function newDataDir({ SEED_DEMO, DATABASE_URL }: Record<string, string>, project: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-'))
  const isOfStarter = SEED_DEMO !== '0' && !DATABASE_URL && project === ownProject
  if (isOfStarter) cpSync(process.env.TEST_STARTER ?? (await (starter ??= makeStarter())), dataDir, { recursive: true })
  return dataDir
}

let starter: Promise<string> | undefined

/** A first start takes seconds, so its result is created once, by the test command or else by each test process, and copied. */
export async function makeStarter(): Promise<string> {
  const start = 'site-of-starter-'
  // A test process has no exit hook, so the next one deletes its files.
  for (const name of readdirSync(tmpdir()).filter((left) => left.startsWith(start)))
    if (!isRunning(Number(name.slice(start.length)))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  const dataDir = join(tmpdir(), `${start}${process.pid}`)
  const site = await startIn(dataDir, {})
  const code = await site.stop()
  if (code !== 0) throw new Error(`The site of the starter content ended with ${code}:\n${site.output()}`)
  return dataDir
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The test command's choice of Bun's compilers. */
export const compilersOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('BUN_JSC_')))

async function startIn(
  dataDir: string,
  { env = {}, seconds = 90, project = ownProject }: Omit<Options, 'dataDir'>,
): Promise<SiteProcess> {
  const started = performance.now()
  const child = Bun.spawn(['bun', 'dist/server/server.js'], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...compilersOf(process.env),
      ...env,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let output = ''
  const ready = Promise.withResolvers<string>()
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      // Under load the log is long, and the rest of it is not needed.
      if (output.length > mostKept) continue
      output += decoder.decode(chunk, { stream: true })
      const listening = /^Listening on (http:\/\/\S+)$/m.exec(output)
      if (listening?.[1]) ready.resolve(listening[1])
    }
  }
  void read(child.stdout)
  void read(child.stderr)
  void child.exited.then((code) =>
    ready.reject(new Error(`The site ended with ${code} before it listened:\n${output}`)),
  )
  const timer = setTimeout(
    () => ready.reject(new Error(`The site did not listen within ${seconds} s:\n${output}`)),
    seconds * 1000,
  )
  const url = await ready.promise.catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })
  clearTimeout(timer)
  const startedIn = performance.now() - started

  async function stop(name: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    child.kill(name)
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000)
    const code = await child.exited
    clearTimeout(late)
    return code
  }

  return {
    url,
    pid: child.pid,
    dataDir,
    startedIn,
    output: () => output,
    setupCode: () => /Set-up code: (\S+)/i.exec(output)?.[1] ?? '',
    signal: (name) => child.kill(name),
    stop,
    dispose: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
