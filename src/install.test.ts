import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A checkout with one small dependency. */
const checkout = mkdtempSync(join(tmpdir(), 'checkout-'))
const installed = join(checkout, 'node_modules/small/index.js')
const { scripts } = JSON.parse(readFileSync(join(import.meta.dir, '../package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

beforeAll(async () => {
  mkdirSync(join(checkout, 'src'))
  for (const name of ['install.ts', 'one-process.ts']) cpSync(join(import.meta.dir, name), join(checkout, 'src', name))
  writePackage('1.0.0')
  const { postinstall } = scripts
  const project = { name: 'checkout', scripts: { postinstall }, dependencies: { small: 'file:./small' } }
  writeFileSync(join(checkout, 'package.json'), JSON.stringify(project))
  expect((await run('install')).code).toBe(0)
  rmSync(join(checkout, 'node_modules'), { recursive: true })
}, 60_000)
afterAll(() => rmSync(checkout, { recursive: true }))

function writePackage(version: string) {
  mkdirSync(join(checkout, 'small'), { recursive: true })
  writeFileSync(join(checkout, 'small/package.json'), JSON.stringify({ name: 'small', version }))
  writeFileSync(join(checkout, 'small/index.js'), `export const version = '${version}'`)
}

function start(...args: string[]) {
  return Bun.spawn([process.execPath, ...args], {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function run(...args: string[]) {
  const child = start(...args)
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, said: out + err }
}
const install = () => run('src/install.ts')

test('a start and a test run install the dependencies in this way', () => {
  for (const name of ['start', 'test']) expect(scripts[name]).toStartWith('bun src/install.ts && ')
})

test('of concurrent starts in a fresh checkout one installs, and none fails', async () => {
  expect(existsSync(join(checkout, 'node_modules'))).toBe(false)
  const all = await Promise.all([install(), install(), install(), install()])
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(all.filter(({ said }) => said.includes('bun install'))).toHaveLength(1)
  expect(existsSync(installed)).toBe(true)
  expect(await install()).toEqual({ code: 0, said: '' })
}, 60_000)

test('dependencies that differ from the lockfile are installed again, also after another install', async () => {
  await install()
  const path = join(checkout, 'package.json')
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, before.replace('"name"', '"private":true,"name"'))
  expect((await install()).said).toContain('bun install')
  expect(await install()).toEqual({ code: 0, said: '' })
  expect((await run('install')).code).toBe(0)
  expect((await install()).said).toContain('bun install')
  rmSync(join(checkout, 'node_modules'), { recursive: true })
  expect((await install()).said).toContain('bun install')
  expect(existsSync(installed)).toBe(true)
}, 60_000)

test('a failed install is retried, and a killed one blocks nobody', async () => {
  const lockfile = join(checkout, 'bun.lock')
  const before = readFileSync(lockfile, 'utf8')
  writeFileSync(lockfile, 'nothing that can be read')
  expect((await install()).code).not.toBe(0)
  writeFileSync(lockfile, before)
  const holder = start(
    '-e',
    `import { inOneProcess } from './src/one-process'
     await inOneProcess('install', async () => { console.log('mine'); await Bun.sleep(600_000) })`,
  )
  for await (const _ of holder.stdout) break
  const waiting = install()
  holder.kill('SIGKILL')
  expect((await waiting).code).toBe(0)
  expect(existsSync(installed)).toBe(true)
}, 60_000)
