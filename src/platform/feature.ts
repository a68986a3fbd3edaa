import { type SQL, and, eq } from 'drizzle-orm'
import type { PgTable, PgColumn } from 'drizzle-orm/pg-core'
import type { AnyElysia } from 'elysia'
import type { ZodType } from 'zod'
import type { ChecklistKey } from '#contract/checklist-keys'
import type { Services } from './services'
import type { Figures } from './events/changes'
import type { Database } from './db/database'
import type { Job } from './jobs/scheduler'
import type { Person, PersonalData } from './personal-data'
import type { Kind, Listener, CacheTag } from './events/events'
import type { Language } from '#i18n/language'
import type { NamedPicture } from '#contract/picture-variants'
import { type Issue, notFound } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'
import type { Written } from '#i18n/addresses/versions'
import type { ShownPage } from './visits/visit-rows'
import type { SiteValues } from '#contract/site'
import type { Marks } from '#text/html/marks'
import type { PlainForm } from './writes/commit'
import { parseId } from '#platform/http/parameters'

/** `owner`: the column of the person whose alone the record is; `of`: the parameter that names what it belongs to. */
type Further = { parameter?: string; owner?: PgColumn; of?: { column: PgColumn; parameter: string } }

/** Whether the record with the id in a path is there; `what` is its name in the 404. */
export const namedRecord =
  (table: PgTable, id: PgColumn, what: string, { parameter = 'id', owner, of }: Further = {}): CheckNamed =>
  async (db, params, userId) => {
    const belongs = of && eq(of.column, parseId(params[of.parameter] ?? '', notFound(what)))
    const named = eq(id, parseId(params[parameter] ?? '', notFound(what)))
    const count = await db.$count(table, and(named, belongs, owner && eq(owner, userId)))
    if (count === 0) throw notFound(what)
  }

/** A feature's contribution to a task of the owner; several may contribute to the same. */
export type ChecklistItem = {
  key: ChecklistKey
  left(services: Services, asked: ChecklistContext): Promise<Left>
}

/** `origin` is the site's own, `userId` the signed-in administrator. */
export type ChecklistContext = { origin: string; userId: number }

/** `count`: how much is left, or null if it is not countable. `href`: where to do the next. */
type Left = { isDone: boolean; count: number | null; href: string }

export const countedLeft = (count: number, href: string): Left => ({ isDone: count === 0, count, href })
export const doneOrLeft = (isDone: boolean, href: string): Left => ({ isDone, count: null, href })

/** A feature of the product, listed in `app/features.ts`. */
export type Feature<K extends ContentKind = ContentKind> = {
  api?: FeatureApi
  content?: FeatureContent<K>
  /** Run in the transaction of each write. */
  listeners?: readonly Listener[]
  jobs?: readonly Job[]
  privacy?: FeaturePrivacy
  /** Its contributions to the owner's checklist. */
  checklist?: readonly ChecklistItem[]
  /** What administrators find of it by words, besides records and pages. */
  findable?: { rows?: readonly FindableRows[]; texts?: readonly FindableTexts[] }
}

/** Rows that administrators find; `kind` is their name in the API. */
export type FindableRows = {
  kind: string
  /**
   * Selects `id`, `title`, `text` (what is found besides), `status` and `language` (null where there is none), `at`, by
   * which newer rows come first, and `words`: those of both by `find_words`, which an index has where there are many.
   */
  rows: SQL
  /** Its address in the admin. */
  href(id: string): string
}

/** Few texts, of no record, that administrators find: those of the site. `key` is the same in each language. */
export type FindableTexts = (db: Database) => Promise<{ key: string; language: Language; text: string; href: string }[]>

/** The parts of a feature that answer requests. */
export type FeatureApi = {
  /** Below `/api`. */
  routes?: (services: Services) => AnyElysia
  /** The records that the parameters of its routes name, by the path up to the parameter (`/api/contact/:id`). */
  named?: Readonly<Record<string, CheckNamed>>
  /** The routes whose responses are the same for all visitors, and cached. */
  reads?: readonly PublicRead[]
  /** Forms that work without JavaScript. */
  forms?: readonly PlainForm[]
  mailedPages?: readonly MailedPage[]
  /** Files at paths of their own. */
  files?: (services: Services) => FindFile
  /** Redirects of paths that are no page, or no longer. */
  forwards?: (services: Services, tags: readonly CacheTag[]) => FindForward
  /** Called for each public page before its response is sent: must take microseconds. */
  pageSeen?: (services: Services) => PageSeen
  /** Counts of what administrators look after, sent with every change. */
  figures?: Readonly<Partial<Record<keyof Figures, (db: Database) => Promise<number>>>>
}

/** Throws 404 unless the record exists; `userId` is the signed-in administrator. */
type CheckNamed = (db: Database, params: Readonly<Record<string, string>>, userId: number) => Promise<void>

/** `search` is the query of the URL, `address` returns the client's IP address. */
export type PageSeen = (request: Request, page: ShownPage, search: string, address: () => string) => void

/** The feature's tables and kinds. */
type FeatureContent<K extends ContentKind = ContentKind> = {
  kinds?: readonly K[]
  /** The tables that archives contain, by their names in the archive. */
  tables?: Readonly<Record<string, ContentTable>>
  /** Tables of transient rows: not in archives, and emptied by a restore. */
  passing?: readonly PgTable[]
  /** Tables of this installation: not in archives, and untouched by a restore. */
  staying?: readonly PgTable[]
}

/** A kind that public responses depend on, and what can be looked up of its records. */
export type ContentKind = {
  name: Kind
  /** Whether its records may appear on every public page. */
  isOnEveryPage?: boolean
  /** Filters a public response for visitors; returns the same object if nothing changes. */
  shown?: (services: Services, answer: unknown) => Promise<unknown>
  /** The public ones among these pictures, by id. */
  pictures?: (services: Services, ids: readonly number[]) => Promise<ReadonlyMap<number, NamedPicture>>
  addresses?: PublicAddresses
  /** The public status of those paths that are its files; others are absent. */
  answers?: (db: Database, paths: readonly string[]) => Promise<ReadonlyMap<string, 200 | 404>>
  /** The newest records in a language, for the site's feed. */
  feed?: (db: Database, asked: { language: Language; limit: number; origin: string }) => Promise<FeedEntry[]>
  /** Milliseconds until the next scheduled record is published; null if there is none. */
  untilNext?: (db: Database) => Promise<number | null>
  /** Generates previews of unpublished content. */
  preview?: MakePreview
  /** The site's settings as a draft would make them. Throws 422. */
  previewSite?: (services: Pick<Services, 'db' | 'config'>, draft: object) => Promise<SiteValues>
  /** Marks the texts of a preview with their fields. */
  mark?: MarkAnswer
  /** A record as its editors get it, with its draft, by the key in paths of the API. Throws 404. */
  edited?: (db: Database, key: string) => Promise<Record<string, unknown>>
  /** The values of its fields, which may refer to other records by path. */
  naming?: Naming
  /** Its search entries. */
  findable?: Findable
  /** The schema of its drafts in archives. */
  draft?: ZodType
  /** Whether a record with this slug exists: checked first for routes where any name may be a record's. */
  isCalled?: (services: Services) => (slug: string) => Promise<boolean>
  /** Selects what the dashboard shows of its records: see `records/store/overview.ts`. */
  overview?: SQL
  /** How many of its pictures lack an alternative text. */
  undescribed?: (db: Database) => Promise<number>
}

/** The feature's personal data, by e-mail address. */
type FeaturePrivacy = {
  holds?: PersonalData
  /** Deletes what holds a person's address outside of records. */
  forget?(tx: Database, person: Person): Promise<void>
}

/**
 * A public page that mails link to: it acts when its one button is pressed, and not when it is opened, because programs
 * open the links in mails before people do.
 */
export type MailedPage = {
  /** With `:token`, which is the only credential. */
  path: string
  ask: { title: MessageId; text: MessageId; button: MessageId }
  done: { title: MessageId; text: MessageId }
  /** The language of the mail. Throws 404 for an unknown token, and 410 for an expired one. */
  find(db: Database, token: string): Promise<Language>
  /** Idempotent. Throws the same. */
  press(services: Services, token: string): Promise<void>
}

/** The page that publishing would create: the API's response at `address`, shown at `path`. */
export type Unpublished = { path: string; address: string; answer: object }

/** `id` is a number or a name, absent for a new record; `values` are those of a draft. Throws 404 and 422. */
export type MakePreview = (
  db: Database,
  asked: { id?: number | string | null; values: object; language: Language },
) => Promise<Unpublished>

/** The texts of one kind's published records, including scheduled ones. */
export type Findable = {
  kind: Kind
  /** Selects the `id` (as text) and the version of each. */
  versions: SQL
  /**
   * The texts of some of them, in each language in which they are written. Locks the rows until the transaction ends,
   * so that a record hidden meanwhile is not indexed.
   */
  read(db: Database, ids: readonly string[]): Promise<FindableText[]>
  /** What results show of records, by id: when they were published, and their picture. */
  details?(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, FindableDetails>>
}

export type FindableDetails = { date?: string; picture?: string }

/** The records of one kind, with all stored values. */
export type Naming = {
  kind: Kind
  /** Selects the `id` (as text) and the version of each. */
  versions: SQL
  /** undefined if there is no such row. */
  read(db: Database, id: string): Promise<NamedRecord | undefined>
  /** The first of those that are public or scheduled, by one query; absent for a kind that has no list. */
  listLive?(db: Database, limit: number): Promise<(NamedRecord & { id: string })[]>
  /** The values of drafts and old versions, named as the record's fields. */
  fields(values: object): object
  /** The values that may contain links; by default all of them. */
  links?(values: object): object
}

/** `out`: it is in the trash. */
export type NamedRecord = { version: number; title: string; visibility: 'live' | 'draft' | 'out'; values: object }

export type FindableText = {
  id: string
  version: number
  language: Language
  /** When it is first public; null: at once. */
  visibleFrom: string | null
  /** The path of its page, as an argument of `href`. */
  page: string
  params: Record<string, string>
  title: string
  text: string
}

/** undefined for a path that is not one of its files. */
export type FindFile = (asked: { path: string; method: string; request: Request }) => Promise<Response | undefined>

/** A `manual` redirect was entered by an administrator and precedes a page at its path; an `automatic` one applies only while its target exists. */
export type Forward = { to: string; kind: 'automatic' | 'manual' }

export type FindForward = (path: string) => Promise<Forward | undefined>

/** Marks the texts of an API response for the preview of its page in a language. */
type MarkAnswer = (answer: object, marks: Marks, language: Language) => object

export type ContentTable = {
  table: PgTable
  /** Columns added after the first release: they are absent in older archives, whose rows get the default values. */
  later?: readonly string[]
  /** The column with the name of a file in the store that belongs to each row. */
  file?: string
  /**
   * The contract's schemas of values, which are stricter than the columns: the rows of an archive are as untrusted as
   * uploads.
   */
  row?: Readonly<Record<string, ZodType>>
  /** Checks what depends on several values of a row. */
  check?(row: Readonly<Record<string, unknown>>): Issue | undefined
  /** Ends the work in progress of a restored row: nothing of it is resumed. */
  ended?(row: Record<string, unknown>): Record<string, unknown>
  /** Converts a row of the starter content into a row of the table, if they differ. */
  pack?(readable: Record<string, unknown>): Record<string, unknown>
}

export type FeedEntry = {
  /** A URL, or a path; it stays the same for ever, and no other entry has it. */
  id: string
  title: string
  summary: string
  html: string
  /** Root-relative. */
  address: string
  publishedAt: string
  changedAt: string
  author: string
  category: string
}

/** The public pages of a kind, for search engines. */
export type PublicAddresses = {
  /** The pages of its lists, and others of which there are few. */
  limited?(db: Database): Promise<PublicAddress[]>
  /** The pages of its records, possibly many: by ranges of ids. */
  records?: {
    /** The number of records in each non-empty range of `length` ids; the range from id 1 on is number 1. */
    count(db: Database, length: number): Promise<{ range: number; records: number }[]>
    /** The pages of the records after one id and up to another, in batches. */
    list(db: Database, ids: { after: number; upTo: number }): AsyncIterable<PublicAddress[]>
  }
}

export type PublicAddress = {
  /** One of the site's paths. */
  page: string
  written: Written
  /** The last change of its content, if one record determines it. ISO 8601. */
  changedAt?: string
}

/**
 * A GET route whose response is the same for all visitors: the response, and pages made of it, are cached until a record
 * of one of `kinds` is written.
 */
export type PublicRead = {
  /** The first part of its query keys: `/api/blog`. */
  address: string
  kinds: readonly Kind[]
  /**
   * What may follow the route's path, query included, for the response itself to be cached: few enough URLs to be worth
   * it.
   */
  rest: RegExp
}
