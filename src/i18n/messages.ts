import type admin from '#locales/en/admin.json'
import type server from '#locales/en/server.json'
import type site from '#locales/en/site.json'

export type SiteMessageId = keyof typeof site
export type MessageId = SiteMessageId | keyof typeof admin | keyof typeof server
export type MessageValues = Record<string, string | number>
export type Catalog = Record<string, string>
