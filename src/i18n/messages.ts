import type admin from '#locales/en/admin.json'
import type inner from '#locales/en/inner.json'
import type server from '#locales/en/server.json'
import type site from '#locales/en/site.json'

type SiteMessageId = keyof typeof site | keyof typeof inner
export type MessageId = SiteMessageId | keyof typeof admin | keyof typeof server
export type MessageValues = Record<string, string | number>
export type Catalog = Record<string, string>

/** The groups with a message of this key. */
export type GroupWith<Key extends string, Id = MessageId> = Id extends `${infer Group}.${Key}` ? Group : never
