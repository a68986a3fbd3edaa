import { watch } from 'node:fs'
import { join, resolve } from 'node:path'
import pLimit from 'p-limit'

/** `bun run dev`: builds and serves, and repeats both when a source file changes. Reload the page to see it. */
const root = resolve(import.meta.dir, '..')
const settleAfter = 150

const inTurn = pLimit(1)
let server: Bun.Subprocess | undefined
let timer: Timer | undefined

for (const folder of ['src', 'locales', 'public']) watch(join(root, folder), { recursive: true }, restartSoon)
process.on('SIGINT', end)
process.on('SIGTERM', end)
restart()

function restartSoon() {
  clearTimeout(timer)
  timer = setTimeout(restart, settleAfter)
}

/** One at a time; changes during a restart cause one more. */
function restart() {
  if (inTurn.pendingCount === 0) void inTurn(buildAndServe)
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
