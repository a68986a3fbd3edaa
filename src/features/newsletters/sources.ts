import type { SQL } from 'drizzle-orm'
import type { LanguageTexts } from '#contract/site'
import type { Pictures } from '#contract/picture-variants'
import type { RecordPath } from '#i18n/addresses/routing'
import type { Language } from '#i18n/language'
import type { Database } from '#platform/db/database'
import type { Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import type { Audience, ReaderState, Segment } from './contract'

/** The content and the recipients of newsletters, provided by other features. */
export type NewsletterSources = {
  /** The titles of existing posts, public or not. */
  titles(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, LanguageTexts>>
  /** The public post; undefined if it is not public. */
  post(services: Pick<Services, 'db' | 'config'>, id: number): Promise<NewsletterPost | undefined>
  /** The library data of the pictures in a text. */
  pictures(services: Pick<Services, 'db' | 'config'>, html: string): Promise<Pictures | undefined>
  /** Selects the `id` and the `language` of an audience's readers. */
  readers(audience: Audience, segment: Segment): SQL
  /** Those of these subscribers who still want newsletters, each with unsubscribe links that identify the `source`. */
  address(
    tx: Database,
    siteUrl: string,
    of: { ids: readonly number[]; source: string; state: ReaderState },
  ): Promise<Addressed[]>
  /** Mails to them have bounced, because there is no such mailbox. */
  markBounced(tx: Transaction, ids: readonly number[]): Promise<void>
}

/** `about` identifies the subscriber in mails. */
type Addressed = { id: number; about: string; email: string; leave: string; headers: Record<string, string> }

type PostTexts = { slug?: string; title?: string; excerpt?: string; content?: string }
export type NewsletterPost = Required<PostTexts> & {
  page: RecordPath
  version: number
  imageUrl: string
  translations: Partial<Record<Language, PostTexts>>
  pictures?: Pictures
}
