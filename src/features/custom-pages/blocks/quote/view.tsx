import { BlockPicture } from '../block-picture'
import { BlockText } from '../block-text'
import type { ViewProps } from '../view'

export const QuoteView = ({ said }: ViewProps) => (
  <figure data-long={said.text('text').length > 240 || undefined}>
    <blockquote>
      <BlockText of={said} name="text" />
    </blockquote>
    {(said.text('name') || said.text('role') || said.part('photo').text('src')) && (
      <figcaption>
        <BlockPicture of={said.part('photo')} className="block-photo" shape="square" sizes="5rem" />
        <div>
          <BlockText of={said} name="name" as="strong" />
          <BlockText of={said} name="role" as="span" />
        </div>
      </figcaption>
    )}
  </figure>
)
