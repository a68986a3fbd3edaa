import { BlockPicture } from '../block-picture'
import { BlockText } from '../block-text'
import type { ViewProps } from '../view'

export const GalleryView = ({ texts }: ViewProps) => (
  <ul className="block-pictures">
    {texts.rows('pictures').map((picture, at) => (
      <li key={at}>
        <figure>
          <BlockPicture of={picture} className="block-frame" sizes="(min-width: 60rem) 46vw, 46vw" />
          <BlockText of={picture} name="caption" as="figcaption" />
        </figure>
      </li>
    ))}
  </ul>
)
