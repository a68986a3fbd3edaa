import { BlockLink } from '#features/custom-pages/blocks/block-text'
import { BlockPicture } from '../block-picture'
import { BlockText, BlockTitle } from '../block-text'
import type { ViewProps } from '../view'

export function CardsView(props: ViewProps) {
  const { texts, below: Heading } = props
  return (
    <>
      <BlockTitle {...props} />
      <ul className="block-grid">
        {texts.rows('cards').map((card, at) => {
          const href = card.text('href')
          return (
            <li key={at} className="card block-card">
              <BlockPicture
                of={card.part('picture')}
                className="card-picture"
                sizes="(min-width: 60rem) 30vw, (min-width: 36rem) 45vw, 92vw"
              />
              <Heading className="card-title" lang={card.lang('title')}>
                {href ? <BlockLink href={href}>{card.text('title')}</BlockLink> : card.text('title')}
              </Heading>
              <BlockText of={card} name="text" />
            </li>
          )
        })}
      </ul>
    </>
  )
}
