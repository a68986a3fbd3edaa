import { BlockTitle } from '../block-text'
import type { ViewProps } from '../view'

export const ContactView = (props: ViewProps) => (
  <>
    <BlockTitle {...props} />
    <props.parts.ContactForm id={props.id} />
  </>
)
