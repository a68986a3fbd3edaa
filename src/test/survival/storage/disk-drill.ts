import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstAdministrator, visitor } from '../../client'
import { startSite } from '../../site-process'
import { expectThat, type Figures, newFigures, timedInto } from '../figures'

/**
 * The disk of the embedded database fills up: reads still succeed, writes return 507 or 503, and nothing is corrupt
 * afterwards. Needs a small file system of its own (tmpfs).
 */
export async function diskDrill(): Promise<Figures | { leftOut: string }> {
  const figures = newFigures('disk full, embedded')
  const mount = mkdtempSync(join(tmpdir(), 'disk-'))
  if (
    (await Bun.spawn(['mount', '-t', 'tmpfs', '-o', 'size=320m', 'tmpfs', mount], {
      stdout: 'ignore',
      stderr: 'ignore',
    }).exited) !== 0
  ) {
    rmSync(mount, { recursive: true, force: true })
    return { leftOut: `${figures.drill}: this machine lets nobody mount a small file system` }
  }
  const dataDir = join(mount, 'data')
  mkdirSync(dataDir)
  try {
    const site = await startSite({ dataDir, env: { THROTTLE: '0', SEED_DEMO: '1' } })
    const admin = await firstAdministrator(site)
    const client = visitor(site.url)
    const acknowledged: string[] = []
    let refused = 0
    for (let turn = 0; turn < 400 && refused < 5; turn++) {
      if (turn === 20) fillUp(mount)
      const subject = `disk-${turn}`
      const answer = await timedInto(figures, 'longestAnswerMs', () =>
        client.write('POST', '/api/contact', {
          name: 'A',
          email: 'a@example.com',
          subject,
          message: `${turn} `.repeat(1000),
        }),
      )
      await answer.arrayBuffer()
      if (answer.ok) acknowledged.push(subject)
      else if (answer.status === 507 || answer.status === 503) refused++
      else figures.faults.push(`a write on a full disk answered ${answer.status}`)
    }
    expectThat(figures, refused > 0, 'the disk never ran full')
    for (const path of ['/', '/api/blog', '/projects/']) {
      const answer = await client.get(path)
      expectThat(figures, answer.status === 200, `on a full disk ${path} answered ${answer.status}`)
    }
    const upload = await uploadTo(site.url, admin.cookie ?? '')
    expectThat(figures, upload === 507 || upload === 503, `an upload to a full disk answered ${upload}`)
    const incoming = join(dataDir, 'media/incoming')
    expectThat(figures, !existsSync(incoming) || readdirSync(incoming).length === 0, 'an upload left a file behind')
    rmSync(join(mount, 'ballast'))
    await site.stop('SIGKILL')
    const again = await timedInto(figures, 'longestRecoveryMs', () => startSite({ dataDir, env: { THROTTLE: '0' } }))
    const stored = (await (await visitor(again.url, admin.cookie).get('/api/contact')).json()) as { subject: string }[]
    const subjects = new Set(stored.map((message) => message.subject))
    figures.acknowledged = acknowledged.length
    figures.lost = acknowledged.filter((subject) => !subjects.has(subject)).length
    figures.doubled = stored.length - subjects.size
    const after = await visitor(again.url).write('POST', '/api/waitlist', { email: 'after@example.com' })
    expectThat(figures, after.status === 201, `after making room a sign-up answered ${after.status}`)
    figures.rounds = 1
    await again.stop()
  } finally {
    await Bun.spawn(['umount', '-l', mount], { stdout: 'ignore', stderr: 'ignore' }).exited
    rmSync(mount, { recursive: true, force: true })
  }
  return figures
}

async function uploadTo(url: string, cookie: string): Promise<number> {
  const body = new FormData()
  body.append('file', new File([`%PDF-1.4\n${'x'.repeat(20_000_000)}\n%%EOF`], 'large.pdf'))
  return (await fetch(`${url}/api/media`, { method: 'POST', headers: { cookie, origin: url }, body })).status
}

function fillUp(folder: string) {
  const path = join(folder, 'ballast')
  for (const size of [1 << 24, 1 << 20, 1 << 16, 1 << 12]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
    } catch {
      continue
    }
  }
}
