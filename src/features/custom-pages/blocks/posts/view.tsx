import { BlockTitle } from '../block-text'
import type { ViewProps } from '../view'

export const PostsView = (props: ViewProps) => (
  <>
    <BlockTitle {...props} />
    <props.parts.Posts block={props.block} heading={props.below} />
  </>
)
