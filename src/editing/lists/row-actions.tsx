import type { ReactNode } from 'react'
import { useText } from '#i18n/i18n'
import { ActionMenu } from '#ui/controls/buttons/action-menu'
import { Button } from '#ui/controls/buttons/button'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { useIsNarrow } from '#ui/controls/use-media'

/** `text` is shown beside the icon; the `label` names the row as well. */
export type RowAction = { id: string; label: string; icon: ReactNode; text?: string; isPending?: boolean } & (
  | { onAction: () => void; href?: undefined; target?: undefined }
  | { onAction?: undefined; href: string; target?: '_blank' }
)

type RowActionsProps = {
  /** What the row is called. */
  name: string
  actions: readonly RowAction[]
  /** Less frequent ones, in a menu. */
  more?: { label: string; isPending: boolean; actions: readonly RowAction[] }
}

/** The actions on a row: buttons, and on phones one menu, unless there is only an icon. */
export function RowActions({ name, actions, more }: RowActionsProps) {
  const t = useText()
  const isNarrow = useIsNarrow()
  const all = [...actions, ...(more?.actions ?? [])]
  if (isNarrow && (all.length > 1 || all.some(({ text }) => text !== undefined)))
    return (
      <ActionMenu
        label={more?.label ?? t('list.more', { name })}
        isPending={more?.isPending === true || all.some(({ isPending }) => isPending)}
        actions={all}
      />
    )
  return (
    <div className="list-row-actions">
      {actions.map((action) => (
        <RowButton key={action.id} {...action} />
      ))}
      {more && <ActionMenu {...more} actions={[...more.actions]} />}
    </div>
  )
}

function RowButton({ label, icon, text, isPending, onAction, href, target }: RowAction) {
  if (href !== undefined) return <LinkButton href={href} target={target} variant="quiet" icon={icon} label={label} />
  if (text === undefined) return <IconButton label={label} icon={icon} isPending={isPending} onPress={onAction} />
  return (
    <Button aria-label={label} isPending={isPending} onPress={onAction}>
      {icon}
      {text}
    </Button>
  )
}
