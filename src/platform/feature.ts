import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { AnyElysia } from 'elysia'
import type { ZodType } from 'zod'
import type { ChecklistItem } from './checklist'
import type { Figures } from './events/change-event'
import type { Database } from './db/database'
import type { Job } from './scheduler/scheduler'
import type { Kind, Listener, CacheTag } from './events/events'
import type { Language } from '#i18n/language'
import type { NamedPicture } from '#contract/picture-variants'
import type { MessageId } from '#i18n/messages'
import type { Written } from '#i18n/addresses/versions'
import type { Person, PersonalData } from './personal-data'
import type { ShownPage } from './visits/seen-page'
import type { Services } from './services'
import type { SiteValues } from '#contract/site'
import type { Marks } from '#text/html/marks'
import type { PlainForm } from './writes/plain-form'

/** What a part of the product brings with it, as `app/features.ts` lists it. */
export type Feature<K extends ContentKind = ContentKind> = {
  api?: FeatureApi
  content?: FeatureContent<K>
  /** Run in the transaction of each write. */
  listeners?: readonly Listener[]
  jobs?: readonly Job[]
  privacy?: FeaturePrivacy
  /** What it knows of that the owner has to see to. */
  checklist?: readonly ChecklistItem[]
}

/** What answers requests. */
export type FeatureApi = {
  /** Below `/api`. */
  routes?: (services: Services) => AnyElysia
  /** The routes whose responses are the same for all visitors, and cached. */
  reads?: readonly PublicRead[]
  /** Forms that work without JavaScript. */
  forms?: readonly PlainForm[]
  mailedPages?: readonly MailedPage[]
  /** Files at addresses of their own. */
  files?: (services: Services) => FindFile
  /** Where paths lead that are no page, or none any more. */
  forwards?: (services: Services, topics: readonly CacheTag[]) => FindForward
  /** Called for each public page before its response is sent: must take microseconds. */
  pageSeen?: (services: Services) => PageSeen
  /** Counts of what administrators look after, sent with every change. */
  figures?: Readonly<Partial<Record<keyof Figures, (db: Database) => Promise<number>>>>
}

/** `search` is the query of the address, `address` the visitor's. */
export type PageSeen = (request: Request, page: ShownPage, search: string, address: () => string) => void

/** The feature's tables and kinds. */
export type FeatureContent<K extends ContentKind = ContentKind> = {
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
  /** A public answer as visitors may see it: the same object where nothing about it changes. */
  shown?: (services: Services, answer: unknown) => Promise<unknown>
  /** Those of its pictures that visitors may see, by their ids. */
  pictures?: (services: Services, ids: readonly number[]) => Promise<ReadonlyMap<number, NamedPicture>>
  addresses?: PublicAddresses
  /** What visitors are answered at those of some paths that are its files'; others are left out. */
  answers?: (db: Database, paths: readonly string[]) => Promise<ReadonlyMap<string, 200 | 404>>
  /** The newest that are written in a language, for a feed of the site's news. */
  feed?: (db: Database, language: Language, limit: number) => Promise<FeedEntry[]>
  /** In how many milliseconds visitors see the next scheduled record; null while none is scheduled. */
  untilNext?: (db: Database) => Promise<number | null>
  /** What can be shown before it is published. */
  preview?: MakePreview
  /** The values of the site itself as a draft of them would make them. Throws 422. */
  previewSite?: (services: Pick<Services, 'db' | 'config'>, draft: object) => Promise<SiteValues>
  /** How the answers of `preview` say which field each of their texts comes from. */
  mark?: MarkAnswer
  /** What its fields hold, which may name other records by their addresses. */
  naming?: Naming
  /** What searches find of it. */
  findable?: Findable
  /** Whether a record with this slug exists: checked first for routes where any name may be a record's. */
  isCalled?: (services: Services) => (slug: string) => Promise<boolean>
  /** How many of its pictures lack an alternative text. */
  undescribed?: (db: Database) => Promise<number>
}

/** The feature's personal data, by e-mail address. */
export type FeaturePrivacy = {
  holds?: PersonalData
  /** Deletes what holds a person's address outside of records. */
  forget?(tx: Database, person: Person): Promise<void>
}

/**
 * A public page that mails lead to: it does what its one button says, and nothing when it is only opened, for programs
 * open the links of mails before people do.
 */
export type MailedPage = {
  /** With `:token`, which is the only credential. */
  path: string
  ask: { title: MessageId; text: MessageId; button: MessageId }
  done: { title: MessageId; text: MessageId }
  /** The language of the mail. Throws 404 for a token that no mail holds, and 410 for one that holds no more. */
  find(db: Database, token: string): Promise<Language>
  /** As often as it is pressed. Throws the same. */
  press(services: Services, token: string): Promise<void>
}

/** The page that publishing would make: what the API would answer at `address` is shown at `path`. */
export type Unpublished = { path: string; address: string; answer: object }
/** `id` is a number or a name, absent for a new record; `values` are those of a draft. Throws 404 and 422. */
export type MakePreview = (
  db: Database,
  asked: { id?: number | string | null; values: object; language: Language },
) => Promise<Unpublished>

/** The texts of the records of one kind that are published, be it for later. */
export type Findable = {
  kind: Kind
  /** Selects the `id` (as text) and the version of each. */
  versions: SQL
  /**
   * Those of some of them, in each language in which they are written. Nobody else writes them until the transaction
   * ends, so that no text is found which was hidden meanwhile.
   */
  read(db: Database, ids: readonly string[]): Promise<FindableText[]>
}

/** The records of one kind, with all that is stored in their fields. */
export type Naming = {
  kind: Kind
  /** Selects the `id` (as text) and the version of each. */
  versions: SQL
  /** undefined where there is no row. */
  read(db: Database, id: string): Promise<NamedRecord | undefined>
  /** What drafts and old versions keep of a record, as its fields are named. */
  fields(values: object): object
  /** Those of them that may lead visitors on; without it, all of them may. */
  links?(values: object): object
}

/** `out` is what lies in the trash. */
export type NamedRecord = { version: number; title: string; standing: 'live' | 'draft' | 'out'; values: object }

export type FindableText = {
  id: string
  version: number
  language: Language
  /** When visitors see it first; null: at once. */
  visibleFrom: string | null
  /** Where it is shown: what `href` takes. */
  page: string
  params: Record<string, string>
  title: string
  text: string
}

/** undefined where a path is none of theirs. */
export type FindFile = (asked: { path: string; method: string; request: Request }) => Promise<Response | undefined>

/** `manual`: entered by an administrator, in force whatever page is there; an automatic one leads to a page while it exists. */
export type Forward = { to: string; kind: 'automatic' | 'manual' }
export type FindForward = (path: string) => Promise<Forward | undefined>

/** Marks the texts of an API response for the preview of its page in a language. */
export type MarkAnswer = (answer: object, marks: Marks, language: Language) => object

export type ContentTable = {
  table: PgTable
  /**
   * Columns that came after the first release: an archive of before does not hold them, and its rows begin as those of
   * then did.
   */
  later?: readonly string[]
  /** The column that names a file of the store which belongs to each row. */
  file?: string
  /** What the columns do not say of their values. */
  row?: Readonly<Record<string, ZodType>>
  /** The row that is stored, of one as people write it in the starter content: where that differs. */
  pack?(readable: Record<string, unknown>): Record<string, unknown>
}

export type FeedEntry = {
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
  /** Of its lists, and of whatever there are few. */
  few?(db: Database): Promise<PublicAddress[]>
  /** Of its records, which may be many: in stretches of ids. */
  records?: {
    /** How many there are in the stretches of `length` ids each that hold any; the first stretch, from id 1 on, is 1. */
    count(db: Database, length: number): Promise<{ stretch: number; records: number }[]>
    /** Those of the ids after one and up to another, in batches. */
    list(db: Database, ids: { after: number; upTo: number }): AsyncIterable<PublicAddress[]>
  }
}

export type PublicAddress = {
  /** One of the site's paths. */
  page: string
  written: Written
  /** When what it shows was changed last, where one record decides that. ISO 8601. */
  changedAt?: string
}

/**
 * A GET route whose response is the same for all visitors: the response, and pages made of it, are cached until a record
 * of one of `kinds` is written.
 */
export type PublicRead = {
  /** As the first part of the query keys: `/api/blog`. */
  address: string
  kinds: readonly Kind[]
  /**
   * What may follow the route's path, query included, for the response itself to be cached: few enough URLs to be worth
   * it.
   */
  rest: RegExp
}
