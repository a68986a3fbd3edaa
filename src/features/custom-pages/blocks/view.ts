import type { ComponentType } from 'react'
import type { Said } from './said'

/** What other features show inside of blocks; the site provides it. */
export type Parts = {
  Posts: ComponentType<ListProps>
  Projects: ComponentType<ListProps>
  ContactForm: ComponentType<FormProps>
  WaitlistForm: ComponentType<FormProps>
}

/** `id` is that of the section around it. */
export type FormProps = { id: string }
export type ListProps = { block: Record<string, unknown>; heading: 'h2' | 'h3' }

export type ViewProps = {
  block: Record<string, unknown>
  said: Said
  /** Of its section, and what ids inside of it begin with. */
  id: string
  /** Of its title. */
  heading: 'h1' | 'h2'
  /** Of the titles inside of it. */
  below: 'h2' | 'h3'
  isFirst: boolean
  parts: Parts
}

export type View = ComponentType<ViewProps>
