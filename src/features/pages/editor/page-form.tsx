import type { ReactNode } from 'react'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import { fieldName } from '#records/editor/fields/kind-text'
import { NestedField, type NestedForm } from '#records/editor/nested/nested-field'
import type { PageName } from '#features/pages/contract'
import { pageFields, pageKindOf } from '#features/pages/page-fields'

export type PageFormProps = Omit<NestedForm, 'labelOf'> & {
  page: PageName
  /** Notes below the fields of a group. */
  notes?: Partial<Record<string, ReactNode>>
}

/** The texts of a page as labelled fields: each reads its value from the JSON text and writes it back there. */
export function PageForm({ page, notes = {}, ...form }: PageFormProps) {
  const t = useText()
  const labelOf = (names: string[]) => fieldName(t, pageKindOf(page), names)
  return pageFields[page].map(({ group, fields }) => (
    <section key={group} className="content-group" aria-label={t(`page.group.${group}` as MessageId)}>
      <h3 className="content-group-title">{t(`page.group.${group}` as MessageId)}</h3>
      {Object.entries(fields).map(([name, field]) => (
        <NestedField key={name} {...form} {...{ field, labelOf }} place={{ at: [name], name: [name] }} names={[name]} />
      ))}
      {notes[group]}
    </section>
  ))
}
