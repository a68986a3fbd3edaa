import type { ComponentType } from 'react'
import { usePageContent } from '#features/page-contents/use-page-content'

export type HomeContent = { content: Record<string, unknown> }

/** A part of the home page with its stored content. */
export function Stored({ part: Part }: { part: ComponentType<HomeContent> }) {
  return <Part content={usePageContent('home')} />
}
