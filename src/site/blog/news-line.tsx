import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useKnownContent } from '#features/page-contents/use-known-content'
import { NewsForm } from '#features/waitlist/news-form'
import { hasWaitlist } from '#site/home/stored'

/** The sign-up for news, where the home page has one: without JavaScript that page answers. */
export function NewsLine() {
  const site = useAtomValue(siteAtom)
  const isThere = hasWaitlist(site, useKnownContent('home'))
  return isThere && !site.home && site.signUp !== 'off' ? <NewsForm /> : null
}
