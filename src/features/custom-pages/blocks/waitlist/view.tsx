import { BlockText, BlockTitle } from '../block-text'
import type { ViewProps } from '../view'

export const WaitlistView = (props: ViewProps) => (
  <div className="blueprint">
    <div className="block-words">
      <BlockTitle {...props} />
      <BlockText of={props.texts} name="text" className="block-lead" />
    </div>
    <props.parts.WaitlistForm id={props.id} />
  </div>
)
