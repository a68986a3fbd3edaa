import { type ElementType, type ComponentProps, useContext } from 'react'
import { Link } from '#ui/link'
import { ProseAddressContext } from '#ui/prose/prose-address'
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

/** Paths that are pages of the router; others are left to the browser. */
const isPage = /^\/(?!(admin|api|media|swagger)(\/|$))[^.?#]*$/

/** A link in a block; it keeps the language of the page. */
export function BlockLink({ href, children, ...props }: ComponentProps<typeof Link>) {
  const address = useContext(ProseAddressContext)(href)
  return isPage.test(address) ? (
    <Link href={address} {...props}>
      {children}
    </Link>
  ) : (
    <a href={address} {...props}>
      {children}
    </a>
  )
}
