import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { CompiledCatalog } from './i18n'
import type { Catalog } from './messages'

const syntax = /[{}'\\]/

/**
 * Parses every message of a catalog; at the server once per process, for the browser at build time. Plain texts need no
 * parser.
 */
export function compileCatalog(catalog: Catalog): CompiledCatalog {
  return Object.fromEntries(
    Object.entries(catalog).map(([id, message]) => [id, syntax.test(message) ? compileMessage(message) : [message]]),
  )
}
