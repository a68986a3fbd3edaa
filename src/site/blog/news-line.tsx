import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useKnownContent } from '#features/page-contents/use-known-content'
import { NewsForm } from '#features/waitlist/news-form'

/** The sign-up for news, where the home page has one: without JavaScript that page answers. */
export function NewsLine() {
  const { hidden, home, signUp } = useAtomValue(siteAtom)
  const { sections } = useKnownContent('home') ?? {}
  const isThere = !home && !hidden?.includes('waitlist') && (!Array.isArray(sections) || sections.includes('waitlist'))
  return signUp !== 'off' && isThere ? <NewsForm /> : null
}
