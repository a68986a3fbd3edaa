import { BlockTitle } from '../block-text'
import type { ViewProps } from '../view'

export const ProjectsView = (props: ViewProps) => (
  <>
    <BlockTitle {...props} />
    <props.parts.Projects block={props.block} heading={props.below} />
  </>
)
