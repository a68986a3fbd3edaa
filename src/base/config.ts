import { z } from 'zod'

const flag = (fallback: '0' | '1') => z.enum(['0', '1'], 'must be 0 or 1').default(fallback).transform((text) => text === '1')
const blankAsUnset = (value: unknown) => (value === '' ? undefined : value)
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(blankAsUnset, schema.optional())

const environment = z.object({
  PORT: z.preprocess(blankAsUnset, z.coerce.number('must be a number').int('must be a whole number').min(0, 'must be 0 to 65535').max(65535, 'must be 0 to 65535').default(3000)),
  HOST: z.preprocess(blankAsUnset, z.string().default('0.0.0.0')),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })),
  DATA_DIR: z.preprocess(blankAsUnset, z.string().default('./data')),
  SITE_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .refine((text) => new URL(text).pathname === '/' && !text.includes('?') && !text.includes('#'), 'must be an origin, without a path')
    .transform((text) => new URL(text).origin)),
  SITE_NAME: z.preprocess(blankAsUnset, z.string().trim().max(80, 'must be at most 80 characters').default('Industria AI')),
  GITHUB_URL: z.preprocess(blankAsUnset, z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).default('https://github.com/industria-ai')),
  LINKEDIN_URL: z.preprocess(blankAsUnset, z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).default('https://www.linkedin.com/company/industria-ai')),
  ADMIN_USERNAME: optional(z.string().trim().min(3, 'must have 3 to 64 characters').max(64, 'must have 3 to 64 characters')),
  ADMIN_PASSWORD: optional(z.string().min(12, 'must have 12 to 256 characters').max(256, 'must have 12 to 256 characters')),
  TRUST_PROXY: z.preprocess(blankAsUnset, flag('0')),
  THROTTLE: z.preprocess(blankAsUnset, flag('1')),
  SEED_DEMO: z.preprocess(blankAsUnset, z.enum(['0', '1'], 'must be 0 or 1').optional()),
  LOG_LEVEL: z.preprocess(blankAsUnset, z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent').default('info')),
  WORKERS: z.preprocess(blankAsUnset, z.coerce.number('must be a number').int('must be a whole number').min(1, 'must be 1 to 64').max(64, 'must be 1 to 64').default(1)),
}).superRefine((values, context) => {
  if ((values.ADMIN_USERNAME === undefined) !== (values.ADMIN_PASSWORD === undefined)) {
    context.addIssue({ code: 'custom', path: [values.ADMIN_USERNAME === undefined ? 'ADMIN_USERNAME' : 'ADMIN_PASSWORD'], message: 'must be set together with its twin' })
  }
  if (values.WORKERS > 1 && values.DATABASE_URL === undefined) {
    context.addIssue({ code: 'custom', path: ['WORKERS'], message: 'needs DATABASE_URL: the embedded database belongs to one process' })
  }
})

export type Config = {
  port: number
  host: string
  databaseUrl?: string
  dataDir: string
  siteUrl?: string
  siteName: string
  githubUrl: string
  linkedinUrl: string
  admin?: { username: string; password: string }
  trustProxy: boolean
  throttle: boolean
  seedDemo: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  workers: number
}

/** Reads the environment; faults come back as one readable line each. */
export function readConfig(env: Record<string, string | undefined>): { config: Config } | { faults: string[] } {
  const parsed = environment.safeParse(env)
  if (!parsed.success) return { faults: parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) }
  const values = parsed.data
  return {
    config: {
      port: values.PORT,
      host: values.HOST,
      databaseUrl: values.DATABASE_URL,
      dataDir: values.DATA_DIR,
      siteUrl: values.SITE_URL,
      siteName: values.SITE_NAME,
      githubUrl: values.GITHUB_URL,
      linkedinUrl: values.LINKEDIN_URL,
      admin: values.ADMIN_USERNAME && values.ADMIN_PASSWORD ? { username: values.ADMIN_USERNAME, password: values.ADMIN_PASSWORD } : undefined,
      trustProxy: values.TRUST_PROXY,
      throttle: values.THROTTLE,
      seedDemo: values.SEED_DEMO === undefined ? values.DATABASE_URL === undefined : values.SEED_DEMO === '1',
      logLevel: values.LOG_LEVEL,
      workers: values.WORKERS,
    },
  }
}
