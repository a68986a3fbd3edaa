import type { BackupTest } from '#contract/backups'
import type { Language } from '#i18n/language'
import { openBackupPlace } from '#platform/backups/open-backup-place'
import { BackupFault, toBackupFault } from '#platform/backups/faults'
import { faultText } from '#platform/backups/store'
import type { Config } from '#platform/config'

/** Whether backups could lie at their place: a small file is written there, read, and removed. */
export async function testBackupPlace(config: Config, language: Language): Promise<BackupTest> {
  const place = openBackupPlace(config, { answer: 4000, part: 8000 })
  const name = `test-${crypto.randomUUID()}`
  const written = crypto.getRandomValues(new Uint8Array(64))
  try {
    await place.write(name, one(written))
    const read = Buffer.concat(await Array.fromAsync(place.read(name)))
    await place.remove(name)
    if (!read.equals(written) || (await place.size(name)) !== undefined) throw new BackupFault('damaged')
    return { ok: true, error: null }
  } catch (error) {
    await place.remove(name).catch(() => {})
    const { code, detail } = toBackupFault(error)
    return { ok: false, error: faultText(language, code, detail) }
  }
}

async function* one(piece: Uint8Array) {
  yield piece
}
