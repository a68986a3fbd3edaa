import type { ElementType } from 'react'
import { BlockLink } from './block-link'
import type { LocalizedTexts } from '#records/translation/localized-texts'
import type { ViewProps } from './view'

type BlockTextProps = { of: LocalizedTexts; name: string; as?: ElementType; className?: string; id?: string }

/** A text of a block; renders nothing if it is empty. */
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

/** The title of a block, if it has one. */
export const BlockTitle = ({ texts, id, heading }: Pick<ViewProps, 'texts' | 'id' | 'heading'>) => (
  <BlockText of={texts} name="title" as={heading} className="block-title" id={`${id}-title`} />
)

/** The button of a block, if it has one. */
export function BlockAction({ of }: { of: LocalizedTexts }) {
  const href = of.text('href')
  return (
    href && (
      <BlockLink className="button button-signal" href={href} lang={of.lang('label')}>
        {of.text('label')}
      </BlockLink>
    )
  )
}
