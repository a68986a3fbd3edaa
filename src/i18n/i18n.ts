import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useCallback } from 'react'
import type { Language } from './language'
import type { MessageId, MessageValues } from './messages'

/** A catalog with parsed messages (`compileCatalog`), so that the browser needs no parser. */
export type CompiledCatalog = Messages

export function createI18n(language: Language, catalog: CompiledCatalog): I18n {
  const i18n = setupI18n()
  i18n.loadAndActivate({ locale: language, messages: catalog })
  return i18n
}

export type Translate = (id: MessageId, values?: MessageValues) => string

/** The text of a message id in the language of the page. */
export function useText(): Translate {
  const { i18n } = useLingui()
  return useCallback((id, values) => i18n._(id, values), [i18n])
}
