import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config'
import { codeOf } from './start-error'

type KeyConfig = Pick<Config, 'secretKey' | 'dataDir'>

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a secret for the database (AES-256-GCM) with SECRET_KEY, or with the key file in DATA_DIR, which is created on
 * first use. `context` is what the secret belongs to: it opens with nothing else.
 */
export function seal(config: KeyConfig, secret: string, context: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(config), iv).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${version}.${sealed.toString('base64url')}`
}

/** The secret; undefined if no key of this installation opens it, or not for this context. */
export function unseal(config: KeyConfig, sealed: string, context: string): string | undefined {
  const [format, text = ''] = sealed.split('.')
  const bytes = Buffer.from(text, 'base64url')
  if (format !== version || bytes.length < ivBytes + tagBytes) return undefined
  for (const key of knownKeys(config)) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8')
    } catch {
      // Sealed with another key, or for another context.
    }
  }
  return undefined
}

/** Stands for a secret where only equality matters: without the key it reveals nothing. */
export const fingerprint = (config: KeyConfig, secret: string): string =>
  createHmac('sha256', sealingKey(config)).update(secret).digest('base64url')

const sealingKey = (config: KeyConfig): Uint8Array =>
  environmentKey(config) ?? readKeyFile(config) ?? makeKeyFile(config)

/** What was sealed before SECRET_KEY was set still opens. */
const knownKeys = (config: KeyConfig): Uint8Array[] =>
  [environmentKey(config), readKeyFile(config)].filter((key) => key !== undefined)

const environmentKey = ({ secretKey }: KeyConfig): Uint8Array | undefined =>
  secretKey === undefined ? undefined : derive(secretKey)

const derive = (text: string) => new Uint8Array(hkdfSync('sha256', text, '', 'settings', 32))

const fileOf = ({ dataDir }: KeyConfig) => join(dataDir, 'secret.key')

function readKeyFile(config: KeyConfig): Uint8Array | undefined {
  try {
    return derive(readFileSync(fileOf(config), 'utf8').trim())
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Linked when it is complete: of several processes one creates it, and none reads half of it. */
function makeKeyFile(config: KeyConfig): Uint8Array {
  const path = fileOf(config)
  const written = `${path}.${crypto.randomUUID()}`
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(written, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(written, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(written, { force: true })
  }
  return readKeyFile(config)!
}
