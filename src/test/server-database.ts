import postgres from 'postgres'

/** The server that TEST_DATABASE_URL names; tests that need one are skipped without it. */
export const testServer = process.env.TEST_DATABASE_URL

export type ServerDatabase = { url: string; drop(): Promise<void> }

/** A new, empty database on the test server. */
export async function serverDatabase(): Promise<ServerDatabase> {
  if (!testServer) throw new Error('TEST_DATABASE_URL names no PostgreSQL server')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(testServer, `create database ${name}`)
  return {
    url: Object.assign(new URL(testServer), { pathname: `/${name}` }).href,
    drop: () => administer(testServer, `drop database if exists ${name} with (force)`),
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = postgres(server, { max: 1, onnotice: () => {} })
  try {
    await client.unsafe(statement)
  } finally {
    await client.end({ timeout: 5 })
  }
}
