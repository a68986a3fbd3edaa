import { describe, expect, test } from 'bun:test'
import { readConfig } from './config'

const configOf = (env: Record<string, string> = {}) => {
  const settings = readConfig(env)
  if ('faults' in settings) throw new Error(settings.faults.join('\n'))
  return settings.config
}
const faultsOf = (env: Record<string, string>) => {
  const settings = readConfig(env)
  return 'faults' in settings ? settings.faults : []
}

test('an empty environment is a site on the embedded database with starter content', () => {
  expect(configOf()).toEqual({
    port: 3000,
    host: '0.0.0.0',
    databaseUrl: undefined,
    dataDir: './data',
    siteUrl: undefined,
    siteName: 'Industria AI',
    githubUrl: 'https://github.com/industria-ai',
    linkedinUrl: 'https://www.linkedin.com/company/industria-ai',
    admin: undefined,
    trustProxy: false,
    throttle: true,
    webhookAllow: [],
    requireSecondFactor: false,
    seedDemo: true,
    logLevel: 'info',
    workers: 1,
    drainSeconds: 0,
    mail: undefined,
    demo: false,
    mailRate: 60,
    siteLanguage: 'en',
  })
})

test('an empty value counts as unset', () => {
  const names = [
    'PORT',
    'HOST',
    'DATABASE_URL',
    'DATABASE_LISTEN_URL',
    'DATA_DIR',
    'SITE_URL',
    'SITE_NAME',
    'GITHUB_URL',
    'LINKEDIN_URL',
    'ADMIN_USERNAME',
    'ADMIN_PASSWORD',
    'TRUST_PROXY',
    'THROTTLE',
    'SEED_DEMO',
    'LOG_LEVEL',
    'WORKERS',
    'SMTP_URL',
    'MAIL_FROM',
    'MAIL_TO',
    'SITE_LANGUAGE',
    'UPDATE_URL',
    'METRICS_TOKEN',
  ]
  expect(configOf(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(configOf())
})

test('a site on PostgreSQL starts empty unless starter content is requested', () => {
  const databaseUrl = 'postgres://u:p@db:5432/site'
  expect(configOf({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl, seedDemo: false })
  expect(configOf({ DATABASE_URL: databaseUrl, SEED_DEMO: '1', WORKERS: '4' })).toMatchObject({
    seedDemo: true,
    workers: 4,
  })
})

const unreadable =
  'DATABASE_URL must be a postgres:// URL; inside of names and passwords @ : / ? # % are written %40 %3A %2F %3F %23 %25'

test('a database may have several hosts', () => {
  const databaseUrl = 'postgres://u:p@one:5432,two:5433/site?target_session_attrs=read-write'
  expect(configOf({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl })
  for (const fault of ['postgres://one:5432,two:x/site', 'postgres://one:x,two:1/site', 'postgres://one,/site'])
    expect(faultsOf({ DATABASE_URL: fault })).toEqual([unreadable])
  expect(faultsOf({ DATABASE_URL: 'postgres://one,two/site?target_session_attrs=standby' })).toEqual([
    'DATABASE_URL must lead to a server that takes writes: target_session_attrs may be read-write, primary or any',
  ])
})

test('SITE_URL is reduced to its origin', () => {
  expect(configOf({ SITE_URL: 'https://Example.com/' }).siteUrl).toBe('https://example.com')
  expect(faultsOf({ SITE_URL: 'https://example.com/shop' })).toEqual(['SITE_URL must be an origin, without a path'])
  expect(faultsOf({ SITE_URL: 'https://u:p@example.com' })).toEqual([
    'SITE_URL must be an origin, without a name and password',
  ])
})

test('the first administrator needs a name and a password', () => {
  expect(configOf({ ADMIN_USERNAME: ' ada ', ADMIN_PASSWORD: 'a long enough password' }).admin).toEqual({
    username: 'ada',
    password: 'a long enough password',
  })
  expect(faultsOf({ ADMIN_USERNAME: 'ada' })).toEqual(['ADMIN_PASSWORD must be set together with ADMIN_USERNAME'])
  expect(faultsOf({ ADMIN_PASSWORD: 'a long enough password' })).toEqual([
    'ADMIN_USERNAME must be set together with ADMIN_PASSWORD',
  ])
})

test('white space around a database URL is dropped, and invalid characters in it are reported', () => {
  expect(configOf({ DATABASE_URL: ' postgres://u@db/site\n' })).toMatchObject({ databaseUrl: 'postgres://u@db/site' })
  for (const fault of [
    'postgres://u:p%zz@db/site',
    'postgres://u:p/w@db/site',
    'postgres://u:p#w@db/site',
    'postgres://db:99999/site',
    'postgres:///site',
    'postgres://u@two words/site',
  ])
    expect(faultsOf({ DATABASE_URL: fault })).toEqual([unreadable])
  expect(faultsOf({ DATABASE_URL: 'postgres://u@db/site?sslmode=requir' })).toEqual([
    'DATABASE_URL has an sslmode that is none: it may be disable, allow, prefer, require, verify-ca or verify-full',
  ])
})

describe('an invalid value is one readable line that does not repeat the value', () => {
  const cases: [string, string, string][] = [
    ['PORT', 'http', 'must be a number from 0 to 65535'],
    ['PORT', '65536', 'must be a number from 0 to 65535'],
    ['PORT', '-1', 'must be a number from 0 to 65535'],
    ['PORT', '80.5', 'must be a number from 0 to 65535'],
    ['PORT', '0x50', 'must be a number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://db/site', 'must be a postgres:// URL'],
    ['DATABASE_URL', 'db', 'must be a postgres:// URL'],
    ['SITE_URL', 'example.com', 'must be an http(s) URL'],
    ['SITE_URL', 'ftp://example.com', 'must be an http(s) URL'],
    ['SITE_NAME', 'x'.repeat(81), 'must be at most 80 characters'],
    ['GITHUB_URL', 'javascript:alert(1)', 'must be an http(s) URL'],
    ['LINKEDIN_URL', 'nowhere', 'must be an http(s) URL'],
    ['TRUST_PROXY', 'yes', 'must be a number from 0 to 9'],
    ['THROTTLE', 'off', 'must be 0 or 1'],
    ['SEED_DEMO', '2', 'must be 0 or 1'],
    ['LOG_LEVEL', 'loud', 'must be debug, info, warn, error or silent'],
    ['WORKERS', '0', 'must be a number from 1 to 64'],
    ['WORKERS', '1e1', 'must be a number from 1 to 64'],
  ]
  for (const [name, value, fault] of cases) {
    test(`${name}=${value.slice(0, 20)}`, () => expect(faultsOf({ [name]: value })).toEqual([`${name} ${fault}`]))
  }

  test('a short password', () => {
    expect(faultsOf({ ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: 'secret' })).toEqual([
      'ADMIN_PASSWORD must have 12 to 256 characters',
    ])
  })
})

test('several errors are several lines', () => {
  expect(faultsOf({ PORT: 'x', THROTTLE: 'x', DATABASE_URL: 'x' })).toHaveLength(3)
})

test('several processes cannot share the embedded database', () => {
  expect(faultsOf({ WORKERS: '2' })).toEqual([
    'WORKERS needs DATABASE_URL: the embedded database belongs to one process',
  ])
})

test('mail needs a sender, a server, and an address for its links', () => {
  const mail = { SMTP_URL: 'smtp://localhost:25', MAIL_FROM: 'Site <site@acme.example>', MAIL_TO: 'a@acme.example' }
  expect(faultsOf({ SMTP_URL: mail.SMTP_URL })).toEqual(['SMTP_URL needs MAIL_FROM and MAIL_TO and SITE_URL'])
  expect(faultsOf(mail)).toEqual(['SMTP_URL needs SITE_URL'])
  const site = { ...mail, SITE_URL: 'https://acme.example' }
  expect(configOf({ ...site, MAIL_TO: 'a@acme.example, "Doe, Jane" <b@acme.example>' }).mail).toEqual({
    url: mail.SMTP_URL,
    from: '"Site" <site@acme.example>',
    to: ['a@acme.example', '"Doe, Jane" <b@acme.example>'],
  })
  expect(faultsOf({ ...site, MAIL_TO: 'nobody' })).toEqual(['MAIL_TO must be e-mail addresses, separated by commas'])
  expect(faultsOf({ ...site, MAIL_FROM: 'a@b.example, c@d.example' })).toEqual(['MAIL_FROM must be one e-mail address'])
  expect(faultsOf({ ...site, SMTP_URL: 'http://localhost' })).toEqual(['SMTP_URL must be an smtp:// or smtps:// URL'])
})

test('the release feed has a URL, and its token must be a valid header value', () => {
  const env = { UPDATE_URL: 'https://acme.example/newest.json', METRICS_TOKEN: ' s3cret ' }
  expect(configOf(env)).toMatchObject({ updateUrl: env.UPDATE_URL, metricsToken: 's3cret' })
  for (const UPDATE_URL of ['acme.example', 'ftp://acme.example/', '/newest.json'])
    expect(faultsOf({ UPDATE_URL })).toEqual(['UPDATE_URL must be an http(s) URL'])
  expect(faultsOf({ METRICS_TOKEN: 'two words' })).toEqual(['METRICS_TOKEN must be printable ASCII without spaces'])
})

test('file storage in a bucket needs its keys', () => {
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(configOf({ MEDIA_STORE: 's3://pictures/acme/site/', ...keys }).bucket).toEqual({
    bucket: 'pictures',
    prefix: 'acme/site',
    endpoint: undefined,
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  expect(
    configOf({ MEDIA_STORE: 's3://pictures', S3_ENDPOINT: 'http://127.0.0.1:9000', ...keys }).bucket,
  ).toMatchObject({
    prefix: '',
    endpoint: 'http://127.0.0.1:9000',
  })
  expect(faultsOf({ MEDIA_STORE: 's3://pictures' })).toEqual([
    'S3_ACCESS_KEY_ID must be set together with MEDIA_STORE',
    'S3_SECRET_ACCESS_KEY must be set together with MEDIA_STORE',
  ])
  for (const wrong of ['pictures', 's3://', 'https://pictures', 's3://UPPER', 's3://pictures?x'])
    expect(faultsOf({ MEDIA_STORE: wrong, ...keys })).toEqual(['MEDIA_STORE must be s3://bucket or s3://bucket/prefix'])
})

test('backups have a bucket of their own, where the library removes nothing', () => {
  const keys = { BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' }
  expect(configOf({ BACKUP_STORE: 's3://acme/backups', ...keys }).backupBucket).toEqual({
    bucket: 'acme',
    prefix: 'backups',
    endpoint: undefined,
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  })
  expect(configOf({}).backupBucket).toBeUndefined()
  expect(faultsOf({ BACKUP_STORE: 's3://acme' })).toEqual([
    'BACKUP_S3_ACCESS_KEY_ID must be set together with BACKUP_STORE',
    'BACKUP_S3_SECRET_ACCESS_KEY must be set together with BACKUP_STORE',
  ])
  const library = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret', ...keys }
  for (const MEDIA_STORE of ['s3://acme', 's3://acme/site', 's3://acme/site/backups'])
    expect(faultsOf({ MEDIA_STORE, BACKUP_STORE: 's3://acme/site/backups', ...library })).toEqual([
      'BACKUP_STORE must not lie inside MEDIA_STORE',
    ])
  for (const MEDIA_STORE of ['s3://other', 's3://acme/sit', 's3://acme/site/backups/media'])
    configOf({ MEDIA_STORE, BACKUP_STORE: 's3://acme/site/backups', ...library })
})
