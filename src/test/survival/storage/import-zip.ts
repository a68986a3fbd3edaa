import S3rver from '@20minutes/s3rver'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { ImportRead } from '#features/imports/contract'
import type { Client } from '../../client'
import { zipOf } from '../../content/zip'

type Amount = { posts: number; pictures: number }

/** Uploads a zip of Markdown files with their pictures; resolves to the id of the import. */
export async function sendZip(
  admin: Client,
  round: number,
  { posts, pictures }: Amount,
  draw: (path: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<number> {
  const files: Record<string, string | Uint8Array> = {}
  for (let at = 0; at < pictures; at++) files[`static/${round}/${at}.jpg`] = await draw(`${round}/${at}.jpg`)
  for (let at = 0; at < posts; at++) files[`posts/post-${round}-${at}.md`] = textOf(round, at, { posts, pictures })
  const answer = await admin.upload('/api/imports', new File([await zipOf(files)], `${round}.zip`))
  if (answer.status !== 201) throw new Error(`A zip was answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as ImportRead).id
}

const textOf = (round: number, at: number, { posts, pictures }: Amount) => `---
title: Post ${at} of ${round}
date: ${new Date(Date.UTC(2012, 0, 1 + at)).toISOString()}
image: /${round}/${at % pictures}.jpg
aliases: [/${round}/post-${at}/]
---

See [the next](post-${round}-${(at + 1) % posts}.md).

![A crane](/${round}/${at % pictures}.jpg)

${'The cranes of the harbour run day and night, and so do the ships. '.repeat(30)}
`

/** Files of zips, in a folder or below, that were unpacked and not removed. */
export const unpackedIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => basename(path).startsWith('import-'))

/** An S3-compatible store for the library. */
export async function openBucket() {
  const directory = mkdtempSync(join(tmpdir(), 'import-bucket-'))
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // The store does not support signed list requests.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: 'acme', configs: [] }],
  })
  const { port } = await s3.run()
  return {
    directory,
    env: {
      MEDIA_STORE: 's3://acme/media',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async close() {
      await s3.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
