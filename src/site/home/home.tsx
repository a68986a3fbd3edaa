import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { PageHead } from '#site/layout/page-head'
import { BlogPreview } from './blog-preview'
import { FeaturedProjects } from './featured-projects'
import { Features } from './features'
import { Hero } from './hero'
import { Waitlist } from './waitlist'

export function Home() {
  const { hidden } = useAtomValue(siteAtom)
  return (
    <>
      <PageHead page="home" />
      <Hero />
      <Features />
      <BlogPreview />
      <FeaturedProjects />
      {!hidden?.includes('waitlist') && <Waitlist />}
    </>
  )
}
