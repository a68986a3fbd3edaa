import type { ComponentType } from 'react'
import type { Site } from '#contract/site'
import type { PageName } from '#features/page-contents/contract'
import { usePageContent } from '#features/page-contents/use-page-content'
import { Region, type RegionProps } from '#ui/region'

export type StoredContent = { content: Record<string, unknown> }

type StoredProps = Partial<Pick<RegionProps, 'loading' | 'failed'>> & {
  page?: PageName
  part: ComponentType<StoredContent>
}

/** A part of the home page, or of another one, with its stored content. */
export const Stored = ({ page = 'home', part, loading = null, failed = null }: StoredProps) => (
  <Region loading={loading} failed={failed}>
    <Loaded page={page} part={part} />
  </Region>
)

function Loaded({ page, part: Part }: { page: PageName; part: ComponentType<StoredContent> }) {
  return <Part content={usePageContent(page)} />
}

/** Whether the home page has the form to sign up. */
export const hasWaitlist = ({ hidden }: Site, { sections }: StoredContent['content']): boolean =>
  !hidden?.includes('waitlist') && (!Array.isArray(sections) || sections.includes('waitlist'))
