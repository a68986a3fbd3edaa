import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { CompiledCatalog } from './i18n'
import type { Catalog } from './messages'

const syntax = /[{}'\\]/

/** Parses every message of a catalog. A build does so; without a build it happens at the start. */
export function compileCatalog(catalog: Catalog | CompiledCatalog): CompiledCatalog {
  return Object.fromEntries(
    Object.entries(catalog).map(([id, message]) => [id, typeof message === 'string' ? compile(message) : message]),
  )
}

/** Plain texts need no parser. */
const compile = (message: string) => (syntax.test(message) ? compileMessage(message) : [message])
