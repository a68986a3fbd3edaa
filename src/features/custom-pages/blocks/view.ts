import type { ComponentType } from 'react'
import type { LocalizedTexts } from '#records/translation/localized-texts'

/** Content of other features in blocks; provided by the site. */
export type Parts = {
  Posts: ComponentType<ListProps>
  Projects: ComponentType<ListProps>
  ContactForm: ComponentType<FormProps>
  WaitlistForm: ComponentType<FormProps>
}

/** `id` is that of the enclosing section. */
export type FormProps = { id: string }
export type ListProps = { block: Record<string, unknown>; heading: 'h2' | 'h3' }

export type ViewProps = {
  block: Record<string, unknown>
  texts: LocalizedTexts
  /** The id of its section, and the prefix of ids inside it. */
  id: string
  /** The level of its title. */
  heading: 'h1' | 'h2'
  /** The level of titles inside it. */
  below: 'h2' | 'h3'
  isFirst: boolean
  parts: Parts
}

export type View = ComponentType<ViewProps>
