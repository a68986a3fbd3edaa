import { watch } from 'node:fs'
import { join, resolve } from 'node:path'

/** `bun run dev`: builds and serves, and repeats both when a source file changes. Reload the page to see it. */
const root = resolve(import.meta.dir, '..')
const settleAfter = 150

let server: Bun.Subprocess | undefined
let running: Promise<void> | undefined
let again = false
let timer: Timer | undefined

for (const folder of ['src', 'locales', 'public']) watch(join(root, folder), { recursive: true }, restartSoon)
process.on('SIGINT', end)
process.on('SIGTERM', end)
await restart()

function restartSoon() {
  clearTimeout(timer)
  timer = setTimeout(() => void restart(), settleAfter)
}

/** One at a time; changes during a restart cause one more. */
async function restart(): Promise<void> {
  if (running) {
    again = true
    return
  }
  running = buildAndServe()
  await running
  running = undefined
  if (again) {
    again = false
    await restart()
  }
}

async function buildAndServe() {
  const build = Bun.spawn(['bun', 'src/build.ts', '--dev', '--if-needed'], {
    cwd: root,
    stdout: 'inherit',
    stderr: 'inherit',
  })
  if ((await build.exited) !== 0) return
  server?.kill()
  await server?.exited
  server = Bun.spawn(['bun', 'src/server.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development' },
    stdout: 'inherit',
    stderr: 'inherit',
  })
}

async function end() {
  server?.kill()
  await server?.exited
  process.exit(0)
}
