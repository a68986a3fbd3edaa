import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { ZodType } from 'zod'
import type { Sort } from '#base/controls/column'
import type { Language } from '#base/i18n/language'
import type { MessageId } from '#base/i18n/messages'
import type { SeoValues, SpanishSeoValues } from '#records/editor/record-values'
import type { RecordForm } from '#records/editor/use-record-form'

export type ResourceRow = { id: number; slug: string; title: string; version: number }
export type ResourceValues = SeoValues & SpanishSeoValues & { title: string; slug: string; content: string } & Record<string, string | boolean>

/** One kind of record that is listed, edited in a three-tab dialog and deleted. */
export type Resource<Row extends ResourceRow, Item extends ResourceRow, V extends ResourceValues> = {
  kind: 'post' | 'project'
  /** Of its API; also the first part of its query keys. */
  path: string
  /** Of its public pages, with both slashes. */
  pages: string
  heading: MessageId
  list: () => UseQueryOptions<Row[], Error, Row[], QueryKey>
  one: (slug: string) => UseQueryOptions<Item, Error, Item, QueryKey>
  initialSort?: Sort
  filterText: (row: Row) => string
  blank: () => V
  toValues: (item: Item) => V
  toInput: (values: V) => Record<string, unknown>
  schema: ZodType
  Editor: ComponentType<{ form: RecordForm<V>; language: Language; onLanguage: (language: Language) => void }>
}
