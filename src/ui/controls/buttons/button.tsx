import { type Ref, useEffect, useId, type ReactNode, type MouseEvent } from 'react'
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  TooltipTrigger,
  Link,
  type LinkProps,
  Tooltip,
  type TooltipProps,
} from 'react-aria-components'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'link' | 'danger'

export type ButtonProps = Omit<AriaButtonProps, 'className'> & { variant?: ButtonVariant; ref?: Ref<HTMLButtonElement> }

/** While `isPending` it looks and acts disabled, but keeps the focus. */
export function Button({ variant = 'secondary', id, ...props }: ButtonProps) {
  const ownId = useId()
  const name = id ?? ownId
  const mayAnnounce = props.isPending !== undefined
  useEffect(() => (mayAnnounce ? () => takeBackAnnouncement(name) : undefined), [mayAnnounce, name])
  return <AriaButton {...props} id={name} className="kit-button" data-variant={variant} />
}

/**
 * React Aria announces the start and the end of a pending state with the button's name, for seconds: this removes
 * announcements of a button that is gone.
 */
function takeBackAnnouncement(name: string) {
  const takeBack = () =>
    globalThis.document?.querySelector(`[data-live-announcer] [aria-labelledby="${CSS.escape(name)}"]`)?.remove()
  takeBack()
  // The first announcement of a page is delayed by 100 ms.
  setTimeout(takeBack, 150)
}

type IconButtonProps = Omit<ButtonProps, 'children' | 'aria-label'> & {
  label: string
  icon: ReactNode
  /** The keyboard shortcut, shown beside the name. */
  shortcut?: string
  tipPlacement?: TipPlacement
}

/** An icon button named by `label`, which is also its tooltip. */
export function IconButton({ label, icon, shortcut, tipPlacement, variant = 'quiet', ...props }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <AriaButton {...props} aria-label={label} className="kit-icon-button" data-variant={variant}>
        {icon}
      </AriaButton>
      <Tip placement={tipPlacement}>
        {label}
        {shortcut !== undefined && <kbd className="kit-key">{shortcut}</kbd>}
      </Tip>
    </TooltipTrigger>
  )
}

type LinkButtonProps = Omit<LinkProps, 'className' | 'children' | 'href'> & {
  href: string
  variant?: ButtonVariant
} & (
    | { children: ReactNode; icon?: never; label?: never; tipPlacement?: never }
    | { icon: ReactNode; label: string; children?: never; tipPlacement?: TipPlacement }
  )

/**
 * A link that looks like a button; with `icon` and `label` like an icon button. `target="_blank"` sets
 * `rel="noopener noreferrer"`.
 */
export function LinkButton({ variant = 'secondary', icon, label, tipPlacement, children, ...props }: LinkButtonProps) {
  const rel = props.target === '_blank' ? 'noopener noreferrer' : undefined
  if (icon === undefined)
    return (
      <Link rel={rel} {...props} className="kit-button" data-variant={variant}>
        {children}
      </Link>
    )
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <Link rel={rel} {...props} aria-label={label} className="kit-icon-button" data-variant={variant}>
        {icon}
      </Link>
      <Tip placement={tipPlacement}>{label}</Tip>
    </TooltipTrigger>
  )
}

type OpenLinkProps = { href: string; onOpen: () => void; children: ReactNode }

/** A link to a list entry's own URL that opens it beside the list; modified clicks open a new tab. */
export function OpenLink({ href, onOpen, children }: OpenLinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  return (
    <a className="kit-open" href={href} onClick={onClick}>
      {children}
    </a>
  )
}

type TipPlacement = TooltipProps['placement']

/** The tooltip of the control before it in a `TooltipTrigger`. */
export function Tip({ placement, children }: { placement?: TipPlacement; children: ReactNode }) {
  return (
    <Tooltip className="kit-tip" offset={6} placement={placement}>
      {children}
    </Tooltip>
  )
}
