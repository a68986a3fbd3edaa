import type { ElementType } from 'react'
import { BlockLink } from './block-link'
import type { Said } from './said'
import type { ViewProps } from './view'

type BlockTextProps = { of: Said; name: string; as?: ElementType; className?: string; id?: string }

/** A text of a block; nothing where there is none. */
export function BlockText({ of, name, as: Element = 'p', ...props }: BlockTextProps) {
  const text = of.text(name)
  return (
    text && (
      <Element lang={of.lang(name)} {...props}>
        {text}
      </Element>
    )
  )
}

/** The title of a block that has one. */
export const BlockTitle = ({ said, id, heading }: Pick<ViewProps, 'said' | 'id' | 'heading'>) => (
  <BlockText of={said} name="title" as={heading} className="block-title" id={`${id}-title`} />
)

/** The button of a block that has one. */
export function BlockAction({ of }: { of: Said }) {
  const href = of.text('href')
  return (
    href && (
      <BlockLink className="button button-signal" href={href} lang={of.lang('label')}>
        {of.text('label')}
      </BlockLink>
    )
  )
}
