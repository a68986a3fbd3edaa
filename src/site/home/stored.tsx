import type { ComponentType } from 'react'
import type { Site } from '#contract/site'
import { usePageContent } from '#features/page-contents/use-page-content'

export type HomeContent = { content: Record<string, unknown> }

/** A part of the home page with its stored content. */
export function Stored({ part: Part }: { part: ComponentType<HomeContent> }) {
  return <Part content={usePageContent('home')} />
}

/** Whether the home page has the form to sign up. */
export const hasWaitlist = ({ hidden }: Site, { sections }: HomeContent['content']): boolean =>
  !hidden?.includes('waitlist') && (!Array.isArray(sections) || sections.includes('waitlist'))
