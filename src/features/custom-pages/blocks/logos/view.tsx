import { BlockLink } from '#features/custom-pages/blocks/block-text'
import { BlockPicture } from '../block-picture'
import { BlockTitle } from '../block-text'
import type { ViewProps } from '../view'

export const LogosView = (props: ViewProps) => (
  <>
    <BlockTitle {...props} />
    <ul>
      {props.texts.rows('logos').map((logo, at) => {
        const href = logo.text('href')
        const picture = <BlockPicture of={logo} className="block-logo" shape="whole" sizes="10rem" />
        return (
          <li key={at}>
            {href ? (
              <BlockLink href={href} aria-label={logo.text('alt') || href} lang={logo.lang('alt')}>
                {picture}
              </BlockLink>
            ) : (
              picture
            )}
          </li>
        )
      })}
    </ul>
  </>
)
