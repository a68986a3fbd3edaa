import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#platform/config'

const root = join(import.meta.dir, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const dockerfile = read('Dockerfile')
const example = read('.env.example')

/** The settings in `.env.example`, and the build arguments of the image. */
const settings = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name!)
const buildArguments = [...dockerfile.matchAll(/^ARG (\w+)=/gm)].map(([, name]) => name!)
const port = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1])
const volume = /^VOLUME (\S+)$/m.exec(dockerfile)?.[1]
const health = /\/readyz|\/healthz/.exec(/HEALTHCHECK[\s\S]*?CMD .*/.exec(dockerfile)?.[0] ?? '')?.[0]
const stages = [...dockerfile.matchAll(/ AS (\w+)$/gm)].map(([, name]) => name!)

type Service = {
  ports?: string[]
  volumes?: string[]
  environment?: Record<string, string | number>
  profiles?: string[]
  depends_on?: object
}
const compose = Bun.YAML.parse(read('compose.yaml')) as { services: Record<string, Service>; volumes: object }
const { site, postgres, caddy } = compose.services as Record<'site' | 'postgres' | 'caddy', Service>

test('the image names the port, the volume and the health check that the files rely on', () => {
  expect({ port, volume, health }).toEqual({ port: 3000, volume: '/data', health: '/readyz' })
  expect(dockerfile).toContain(`DATA_DIR=${volume}`)
  expect(dockerfile.trimEnd()).toEndWith('FROM ${START}')
  expect(dockerfile).toContain('ARG START=site\n')
})

test('compose.yaml runs the site alone, and has a profile for PostgreSQL and one for certificates', () => {
  const profiles = Object.entries(compose.services).map(([name, { profiles: own }]) => [name, own])
  expect(profiles).toEqual([
    ['site', undefined],
    ['postgres', ['postgres']],
    ['caddy', ['tls']],
  ])
  expect(site.ports).toEqual([`\${LISTEN:-${port}}:${port}`])
  expect(site.volumes).toEqual([`data:${volume}`])
  expect(site.environment).toMatchObject({ PORT: port, DATA_DIR: volume })
  expect(site.depends_on).toEqual({ postgres: { condition: 'service_healthy', required: false } })
  expect(site.environment!.DATABASE_URL).toContain('@postgres:5432/industria')
  expect(postgres.environment).toMatchObject({ POSTGRES_USER: 'industria', POSTGRES_DB: 'industria' })
  expect(caddy.volumes).toContain('./deploy/Caddyfile:/etc/caddy/Caddyfile:ro')
  expect(read('deploy/Caddyfile')).toContain(`reverse_proxy site:${port}`)
  const named = Object.values(compose.services).flatMap(({ volumes = [] }) => volumes.map((one) => one.split(':')[0]!))
  expect(named.filter((name) => !name.startsWith('.')).toSorted()).toEqual(Object.keys(compose.volumes).toSorted())
})

test('compose.yaml uses no variable that .env.example does not explain', () => {
  const used = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!)
  expect(used.length).toBeGreaterThan(3)
  expect(used.filter((name) => !settings.includes(name))).toEqual([])
  expect(Object.keys(site.environment!).filter((name) => !settings.includes(name))).toEqual([])
})

test('render.yaml fits the image', () => {
  const { services } = Bun.YAML.parse(read('render.yaml')) as {
    services: {
      runtime: string
      dockerfilePath: string
      numInstances: number
      healthCheckPath: string
      disk: { mountPath: string }
      envVars: { key: string; value?: string }[]
    }[]
  }
  const [web] = services
  expect(web).toMatchObject({
    runtime: 'docker',
    numInstances: 1,
    healthCheckPath: health!,
    disk: { mountPath: volume! },
  })
  expect(existsSync(join(root, web!.dockerfilePath))).toBe(true)
  checkEnvironment(Object.fromEntries(web!.envVars.map(({ key, value }) => [key, value ?? 'x'.repeat(40)])))
})

test('fly.toml fits the image', () => {
  const fly = Bun.TOML.parse(read('fly.toml')) as {
    build: { dockerfile: string; args: Record<string, string> }
    env: Record<string, string>
    mounts: { destination: string }[]
    http_service: { internal_port: number; auto_stop_machines: string; checks: { path: string }[] }
  }
  expect(existsSync(join(root, fly.build.dockerfile))).toBe(true)
  expect(fly.mounts.map(({ destination }) => destination)).toEqual([volume!])
  expect(fly.http_service).toMatchObject({ internal_port: port, auto_stop_machines: 'off' })
  expect(fly.http_service.checks.map(({ path }) => path)).toEqual([health!])
  checkEnvironment({ ...fly.build.args, ...fly.env })
})

test('every setting of .env.example is one of the site, with a valid default', () => {
  const values = Object.fromEntries(
    [...example.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, text]) => [name!, text!]),
  )
  expect(readConfig(values)).toHaveProperty('config')
  const ofSite = read('src/platform/config.ts')
  const others = settings.filter((name) => !ofSite.includes(`    ${name}: `))
  expect(others).toEqual(['POSTGRES_PASSWORD', 'LISTEN'])
})

/** The image listens on the port, as the stage that hands the volume over, and its settings are valid. */
function checkEnvironment(environment: Record<string, string>) {
  const { START, ...own } = environment
  expect(stages).toContain(START!)
  expect(START).toBe('hosted')
  expect(Number(own.PORT)).toBe(port)
  expect(Object.keys(own).filter((name) => !settings.includes(name))).toEqual([])
  expect(buildArguments).toContain('START')
  const checked = readConfig(own)
  expect(checked).toHaveProperty('config')
  expect('config' in checked && checked.config.trustProxy).toBe(2)
}
