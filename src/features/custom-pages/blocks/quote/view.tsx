import { BlockPicture } from '../block-picture'
import { BlockText } from '../block-text'
import type { ViewProps } from '../view'

export const QuoteView = ({ texts }: ViewProps) => (
  <figure data-long={texts.text('text').length > 240 || undefined}>
    <blockquote>
      <BlockText of={texts} name="text" />
    </blockquote>
    {(texts.text('name') || texts.text('role') || texts.part('photo').text('src')) && (
      <figcaption>
        <BlockPicture of={texts.part('photo')} className="block-photo" shape="square" sizes="5rem" />
        <div>
          <BlockText of={texts} name="name" as="strong" />
          <BlockText of={texts} name="role" as="span" />
        </div>
      </figcaption>
    )}
  </figure>
)
