import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { PageHead } from '#site/layout/page-head'
import { text } from '#text/reading'
import { Region } from '#ui/region'
import { BlogPreview } from './blog-preview'
import { FeaturedProjects } from './featured-projects'
import { Features } from './features'
import { Hero } from './hero'
import { type HomeContent, Stored } from './stored'
import { Waitlist } from './waitlist'

/** By their names in `sections` of the content, in the built-in order. */
const sections = new Map<string, ComponentType>([
  ['hero', Hero],
  ['features', Features],
  ['blog', BlogPreview],
  ['projects', FeaturedProjects],
  ['waitlist', Waitlist],
])
const builtIn = <Sections names={[...sections.keys()]} />

export function Home() {
  return (
    <>
      <PageHead page="home" />
      <Region loading={builtIn} failed={builtIn}>
        <Stored part={ChosenSections} />
      </Region>
    </>
  )
}

/** The sections that the content names, in its order; by default all. */
function ChosenSections({ content }: HomeContent) {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const { sections: names } = content
  if (!Array.isArray(names)) return builtIn
  return (
    <>
      {!names.includes('hero') && (
        <h1 className="visually-hidden">{text(content, 'heroTitle') ?? t('hero.title', { name })}</h1>
      )}
      <Sections names={names} />
    </>
  )
}

function Sections({ names }: { names: string[] }) {
  const { hidden } = useAtomValue(siteAtom)
  return names.map((name) => {
    const Section = !(hidden as string[] | undefined)?.includes(name) && sections.get(name)
    return Section && <Section key={name} />
  })
}
