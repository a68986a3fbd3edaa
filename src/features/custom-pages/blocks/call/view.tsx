import { BlockAction, BlockText, BlockTitle } from '../block-text'
import type { ViewProps } from '../view'

export const CallView = (props: ViewProps) => (
  <div className="block-words">
    <BlockTitle {...props} />
    <BlockText of={props.texts} name="text" className="block-lead" />
    <BlockAction of={props.texts.part('action')} />
  </div>
)
