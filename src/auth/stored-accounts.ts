import { z } from 'zod'
import { isEmail } from '#text/email'
import { plainText } from '#text/schema'
import { storedLine } from '#text/stored-schema'
import { isAffordable } from './passwords/passwords'

// The schemas of accounts in archives.

export const storedUser = {
  username: storedLine(256).min(1, 'validation.username'),
  usernameKey: storedLine(256).min(1, 'validation.username'),
  passwordHash: plainText(500).refine(isAffordable, 'validation.value'),
  first: z.literal(true).nullable(),
  email: z.string().refine(isEmail, 'validation.email').nullable(),
}

const base32 = plainText(200).regex(/^[A-Z2-7]+=*$/, 'validation.value')

export const storedTotp = {
  secret: base32.nullable(),
  pendingSecret: base32.nullable(),
  usedSteps: z.array(z.int32()).max(100, 'validation.tooMany'),
}

const base64url = (max: number) => plainText(max).regex(/^[\w-]+=*$/, 'validation.value')

export const storedPasskey = {
  name: plainText(500),
  credentialId: base64url(2000),
  publicKey: base64url(8000),
  counter: z.int().min(0, 'validation.value'),
  transports: z.array(storedLine(50)).max(20, 'validation.tooMany'),
}
