import S3rver from '@20minutes/s3rver'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Backup } from '#contract/backups'
import { type Client, firstAdministrator } from '../../client'
import { crowding } from '../../crowding'
import { startSite } from '../../site-process'
import { auditBackups } from './backup-drill'
import { expectThat, type Figures, newFigures, timedInto, until } from '../figures'

type Pass = () => Promise<Response>
/** How the bucket treats requests, and whether backups succeed nevertheless. */
type Way = { behave(request: Request, pass: Pass): Response | Promise<Response>; works?: boolean }

const isArchive = ({ url, method }: Request, wanted: string) => method === wanted && url.includes('.archive')
const refusal = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>No</Message></Error>'

const ways: Record<string, Way> = {
  'as it should': { behave: (_, pass) => pass(), works: true },
  slowly: {
    async behave(_, pass) {
      await Bun.sleep(1500)
      return pass()
    },
    works: true,
  },
  'with another letter': {
    async behave(request, pass) {
      const answer = await pass()
      if (!isArchive(request, 'GET')) return answer
      const bytes = await answer.bytes()
      const at = Math.floor(Math.random() * bytes.length)
      return new Response(bytes.with(at, (bytes[at] ?? 0) ^ 1), answer)
    },
  },
  'without its end': {
    async behave(request, pass) {
      const answer = await pass()
      return isArchive(request, 'GET') ? new Response((await answer.bytes()).slice(0, -100)) : answer
    },
  },
  'with something else': {
    behave: (request, pass) => (isArchive(request, 'GET') ? new Response('hello') : pass()),
  },
  'that it has it, which is not so': {
    behave: (request, pass) => (isArchive(request, 'PUT') ? new Response(null, { headers: { etag: '"1"' } }) : pass()),
  },
  'with a refusal': { behave: () => new Response(refusal, { status: 403 }) },
  'with 500': { behave: () => new Response(null, { status: 500 }) },
  'not at all': { behave: () => new Promise<Response>(() => {}) },
}

/** A bucket that responds slowly, wrongly or not at all: a backup is complete, or has failed with a reason. */
export async function bucketDrill({ rounds, short }: { rounds: number; short: boolean }): Promise<Figures> {
  const figures = newFigures('backups to a bucket that misbehaves')
  const directory = mkdtempSync(join(tmpdir(), 'bucket-'))
  const store = await openStore(directory)
  const site = await startSite({ env: { ...store.env, THROTTLE: '0', SEED_DEMO: '1' } })
  try {
    const admin = await firstAdministrator(site)
    for (let round = 0; round < rounds; round++)
      for (const [name, way] of Object.entries(ways)) {
        // This behaviour needs a timeout of a minute.
        if (name === 'not at all' && (short || round > 0)) continue
        store.behave(way.behave)
        const backup = await timedInto(figures, 'longestAnswerMs', () => backUp(admin))
        const isRight = backup?.verified === (way.works ?? false)
        expectThat(figures, isRight, `a bucket that answered ${name} has made a backup ${backup?.state}`)
        store.behave((_, pass) => pass())
        await auditBackups(figures, admin)
        if (backup?.verified) figures.acknowledged++
        figures.rounds++
      }
  } finally {
    await site.dispose()
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
  return figures
}

async function backUp(admin: Client): Promise<Backup | undefined> {
  const { id } = (await (await admin.write('POST', '/api/backups')).json()) as Backup
  const find = async () =>
    ((await (await admin.get('/api/backups')).json()) as Backup[]).find((backup) => backup.id === id)
  await until('a backup is over', 150_000 * crowding(), async () => (await find())?.state !== 'running')
  return find()
}

/** An S3-compatible store, and a proxy between it and the site. */
async function openStore(directory: string) {
  let behave = ways['as it should']!.behave
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // The store supports neither signed list requests nor a proxy in front of it.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'acme', configs: [] }],
  })
  const { port } = await s3.run()
  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: (request) =>
      behave(request, async () => {
        const { pathname, search } = new URL(request.url)
        const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await request.arrayBuffer()
        return fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
          method: request.method,
          headers: request.headers,
          body,
        })
      }),
  })
  return {
    env: {
      BACKUP_STORE: 's3://acme/backups',
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
      BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    behave: (wanted: Way['behave']) => void (behave = wanted),
    async close() {
      await proxy.stop(true)
      await s3.close()
    },
  }
}
