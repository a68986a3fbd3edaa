import type { ReactNode } from 'react'
import { useText } from '#i18n/i18n'
import type { KeptText } from '#records/editor/saving/unsaved-text'
import { changedFields, pick } from '#records/editor/values/values'
import { blankValues, fromStored } from '#records/editor/values/record-values'
import type { RecordKind } from '#records/kind/record'
import { ActionMenu } from '#ui/controls/buttons/action-menu'
import { Button } from '#ui/controls/buttons/button'
import { PageIcon, PlusIcon } from '#ui/controls/buttons/icons'

/** What a new record may begin with: its fields and translations, as a body names them. */
export type Beginning = { id: string; label: string; picture?: ReactNode; record: Record<string, unknown> }

type AddRecordProps = {
  kind: RecordKind
  beginnings?: readonly Beginning[]
  /** With what it begins with, as a text that is not saved yet. */
  onAdd: (text?: KeptText) => void
}

/** Begins a new record, with nothing or with one of the beginnings that there are. */
export function AddRecord({ kind, beginnings = [], onAdd }: AddRecordProps) {
  const t = useText()
  if (beginnings.length === 0)
    return (
      <Button variant="primary" onPress={() => onAdd()}>
        <PlusIcon />
        {t('resource.addNew')}
      </Button>
    )
  return (
    <ActionMenu
      label={t('resource.addNew')}
      text={t('resource.addNew')}
      icon={<PlusIcon />}
      variant="primary"
      actions={[
        { id: ' nothing', label: t('resource.beginWithNothing'), icon: <PlusIcon />, onAction: () => onAdd() },
        ...beginnings.map(({ id, label, picture, record }) => ({
          id,
          label,
          icon: picture ?? <PageIcon />,
          onAction: () => onAdd(textOf(kind, record)),
        })),
      ]}
    />
  )
}

function textOf(kind: RecordKind, record: Record<string, unknown>): KeptText {
  const blank = blankValues(kind)
  const begun = { ...blank, ...fromStored(kind, { ...record, publishedAt: blank.publishedAt }) }
  return {
    title: begun.title,
    changed: pick(begun, changedFields(blank, begun)),
    base: {},
    version: 0,
    keptAt: new Date().toISOString(),
    // Nobody has written it yet.
    place: '',
  }
}
