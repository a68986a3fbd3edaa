import { asc, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ensureSetupCode } from '#auth/store'
import { sessions, setupCodes, users } from '#auth/table'
import type { Database } from '#base/db/database'
import { idempotencyKeys } from '#base/writes/table'
import { announcement } from '#base/freshness'
import { isStorable } from '#base/text/schema'
import { contactMessages } from '#features/messages/table'
import { pageName } from '#features/pages/contract'
import { pageContents } from '#features/pages/table'
import { postKind } from '#features/posts/contract'
import { posts } from '#features/posts/table'
import { projectKind } from '#features/projects/contract'
import { projects } from '#features/projects/table'
import { waitlistSubscribers } from '#features/waitlist/table'

const text = z.string().refine(isStorable, 'holds characters that cannot be stored')
const serial = z.int().min(1).max(2_147_483_647)
const moment = z.iso.datetime()

/** All rows that make a site what it is. Sessions, throttles, idempotency keys and set-up codes belong to a running one. */
export const siteContent = z.strictObject({
  posts: z.array(z.strictObject({
    id: serial, slug: text.min(1), title: text, excerpt: text, imageUrl: text, category: text, content: text, translations: postKind.translations,
    publishedAt: moment, updatedAt: moment, version: serial,
  })),
  projects: z.array(z.strictObject({
    id: serial, slug: text.min(1), title: text, description: text, excerpt: text, imageUrl: text, category: text, type: text, content: text, isFeatured: z.boolean(),
    githubUrl: text.nullable(), demoUrl: text.nullable(), translations: projectKind.translations, updatedAt: moment, version: serial,
  })),
  pages: z.array(z.strictObject({ id: serial, page: pageName, content: text, updatedAt: moment, version: serial })),
  subscribers: z.array(z.strictObject({ id: serial, email: text, emailKey: text.nullable(), submittedAt: moment, spam: z.boolean() })),
  messages: z.array(z.strictObject({
    id: serial, name: text, email: text, subject: text, message: text, submittedAt: moment, read: z.boolean(), spam: z.boolean(),
  })),
  users: z.array(z.strictObject({
    id: serial, username: text.min(1), usernameKey: text.min(1), passwordHash: text.min(1), first: z.literal(true).nullable(), createdAt: moment,
  })),
})
export type SiteContent = z.infer<typeof siteContent>

/** Everything as it was at one moment, while others go on writing. */
export function collectContent(db: Database): Promise<SiteContent> {
  return db.transaction(async (tx) => ({
    posts: await tx.select().from(posts).orderBy(asc(posts.id)),
    projects: await tx.select().from(projects).orderBy(asc(projects.id)),
    pages: z.array(siteContent.shape.pages.element).parse(await tx.select().from(pageContents).orderBy(asc(pageContents.id))),
    subscribers: await tx.select().from(waitlistSubscribers).orderBy(asc(waitlistSubscribers.id)),
    messages: await tx.select().from(contactMessages).orderBy(asc(contactMessages.id)),
    users: z.array(siteContent.shape.users.element).parse(await tx.select().from(users).orderBy(asc(users.id))),
  }), { isolationLevel: 'repeatable read', accessMode: 'read only' })
}

/**
 * Puts `content` in the place of everything that is there, or changes nothing. Everybody is signed out, and every listening process
 * drops what it kept. Resolves to a set-up code when nobody is left who could sign in.
 */
export function replaceContent(db: Database, content: SiteContent): Promise<string | null> {
  return db.transaction(async (tx) => {
    for (const table of [sessions, idempotencyKeys, setupCodes, users, posts, projects, pageContents, waitlistSubscribers, contactMessages]) await tx.delete(table)
    for (const rows of inChunks(content.posts)) await tx.insert(posts).values(rows)
    for (const rows of inChunks(content.projects)) await tx.insert(projects).values(rows)
    for (const rows of inChunks(content.pages)) await tx.insert(pageContents).values(rows)
    for (const rows of inChunks(content.subscribers)) await tx.insert(waitlistSubscribers).values(rows)
    for (const rows of inChunks(content.messages)) await tx.insert(contactMessages).values(rows)
    for (const rows of inChunks(content.users)) await tx.insert(users).values(rows)
    for (const table of [posts, projects, pageContents, waitlistSubscribers, contactMessages, users]) await tx.execute(continueIds(sql`${table}`))
    await tx.execute(announcement('all'))
    return ensureSetupCode(tx)
  })
}

/** The next row gets an id above all that are there. */
const continueIds = (table: SQL) =>
  sql`select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 1) from ${table}))`

function inChunks<Row>(rows: Row[], size = 200): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => rows.slice(index * size, (index + 1) * size))
}
