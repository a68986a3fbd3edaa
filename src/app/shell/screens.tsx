import { useAtomValue } from 'jotai'
import { type ComponentType, Suspense, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { Spinner } from '#ui/controls/states/spinner'
import { useText } from '#i18n/i18n'
import { readAddress } from '#i18n/addresses/href'
import { siteAtom } from '#contract/site'
import { MissingContext } from '#ui/region'
import { SiteLayout } from '#site/layout/layout'
import { NotFound } from '#site/routes'
import { isAdminPath, type Match, matchSite, sheetQueryOf, withSlash } from './routes'

export type ScreensProps = {
  /** The server found that the page's record does not exist. */
  missing?: boolean
  /** Only in the browser, and only on admin pages. */
  Admin?: ComponentType
}

export function Screens({ missing = false, Admin }: ScreensProps) {
  const { pathname: path } = useLocation()
  const stillMissing = useAsRendered(missing, path)
  const { home } = useAtomValue(siteAtom)
  if (isAdminPath(path)) return <AdminScreen Admin={Admin} />
  const match = matchSite(withSlash(path), '', home)
  const shown = stillMissing ? undefined : match
  return (
    <SiteLayout sheet={shown ? decodeURI(path) : '404'} query={shown && sheetQueryOf(shown)}>
      <MissingContext value={stillMissing}>
        {/* Keyed without the language, so that a change of language keeps the page's state. */}
        <SiteScreen key={readAddress(path).path} match={match} missing={stillMissing} />
      </MissingContext>
    </SiteLayout>
  )
}

/** The server's result applies only to the page that it sent, until the first navigation. */
function useAsRendered(missing: boolean, path: string): boolean {
  const [sent, setSent] = useState(missing && path)
  if (sent && sent !== path) setSent(false)
  return sent === path
}

function SiteScreen({ match: { route } = {}, missing }: { match?: Partial<Match>; missing: boolean }) {
  const Screen = route && !(missing && route.isLast) ? route.Component : NotFound
  return (
    <Suspense fallback={null}>
      <Screen />
    </Suspense>
  )
}

/** The admin is rendered in the browser; the server sends an empty container. */
function AdminScreen({ Admin }: { Admin?: ComponentType }) {
  const t = useText()
  const site = useAtomValue(siteAtom)
  const inBrowser = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  return (
    <>
      <title>{site.name}</title>
      <meta name="robots" content="noindex" />
      {inBrowser && Admin ? (
        <Admin />
      ) : (
        <div className="admin">
          <div className="admin-checking">
            <Spinner label={t('common.loading')} />
          </div>
        </div>
      )}
    </>
  )
}

const subscribeToNothing = () => () => {}
