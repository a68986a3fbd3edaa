import { PageHead } from '#site/layout/page-head'
import { BlogPreview } from './blog-preview'
import { FeaturedProjects } from './featured-projects'
import { Features } from './features'
import { Hero } from './hero'
import { Waitlist } from './waitlist'

export function Home() {
  return (
    <>
      <PageHead page="home" />
      <Hero />
      <Features />
      <BlogPreview />
      <FeaturedProjects />
      <Waitlist />
    </>
  )
}
