import { DateTime } from '#i18n/date-time'
import type { MessageId } from '#i18n/messages'
import type { ListColumn } from './admin-list'

/** A column of moments; `none` is shown for null. */
export const dateColumn = <Name extends string>(
  id: Name,
  label: MessageId,
  none?: MessageId,
): ListColumn<Readonly<Record<Name, string | null>>> => ({
  id,
  label,
  sort: (row) => row[id] ?? '',
  show: (row, { t }) => (row[id] === null ? none && t(none) : <DateTime at={row[id]} />),
})

/** A column of numbers. */
export const numberColumn = <Name extends string>(
  id: Name,
  label: MessageId,
): ListColumn<Readonly<Record<Name, number>>> => ({
  id,
  label,
  sort: (row) => row[id],
  show: (row, { language }) => new Intl.NumberFormat(language).format(row[id]),
})
