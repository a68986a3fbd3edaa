import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createStore, Provider as StoreProvider, useAtomValue } from 'jotai'
import {
  type ReactNode,
  useMemo,
  useSyncExternalStore,
  type ComponentType,
  Suspense,
  useState,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import { createPath, type Navigator, Router, type To, useLocation, useNavigate } from 'react-router'
import type { Documents, LibraryPicture, Pictures } from '#contract/picture-variants'
import type { Language } from '#i18n/language'
import { languageAtom, usePageLanguage } from '#i18n/language-atom'
import { type Site, siteAtom } from '#contract/site'
import { type FormResult, formResultAtom } from '#contract/form-result'
import { LibraryPicturesContext } from '#ui/pictures/library-pictures'
import { Toaster } from '#ui/toasts/toaster'
import { readAddress } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { ProseAddressContext } from '#ui/prose/prose-address'
import { PrefetchContext } from '#ui/link'
import { isAdminPath, matchSite, queriesOf, withSlash, type Match, sheetQueryOf, proseAddress } from './routes'
import { arrive, pageNow, saveScrollPosition } from './scroll-positions'
import { Spinner } from '#ui/controls/states/spinner'
import { MissingContext } from '#ui/region'
import { SiteLayout } from '#site/layout/layout'
import { NotFound } from '#site/routes'

/**
 * Prefetches linked pages; after a navigation on the public pages moves focus and scroll position, and announces the
 * page.
 */
function Navigation({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const { home } = useAtomValue(siteAtom)
  const prefetch = useCallback(
    (address: string) => {
      const { pathname, search } = new URL(address, location.href)
      const match = matchSite(withSlash(pathname), search, home)
      const data = (match ? queriesOf(match) : []).map((query) => queries.prefetchQuery(query))
      return Promise.all([match?.route.Component.preload?.(), ...data])
    },
    [queries, home],
  )
  const { pinned } = readAddress(useLocation().pathname)
  useProseLinks()
  return (
    <PrefetchContext value={prefetch}>
      <ProseAddressContext value={pinned ? (address) => proseAddress(address, pinned) : asWritten}>
        {children}
        <Announcer />
      </ProseAddressContext>
    </PrefetchContext>
  )
}

const asWritten = (address: string) => address

/** Follows links in stored HTML to public pages by the router. */
function useProseLinks() {
  const navigate = useNavigate()
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('.prose a[href]') : null
    const isPlain =
      event.button === 0 &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.shiftKey &&
      !event.altKey &&
      !event.defaultPrevented
    if (
      !link ||
      !isPlain ||
      link.target !== '' ||
      link.origin !== location.origin ||
      !matchSite(withSlash(link.pathname))
    )
      return
    // Fragments of the same page are handled by the browser.
    if (link.hash !== '' && withSlash(link.pathname) === location.pathname) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  })
  useEffect(() => {
    const onClick = (event: MouseEvent) => follow(event)
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
}

function Announcer() {
  const t = useText()
  const { pathname: path, search } = useLocation()
  const page = path + search
  const lastPage = useRef(page)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (page === lastPage.current) return undefined
    lastPage.current = page
    return isAdminPath(path) ? undefined : arrive(location.hash, () => setTitle(document.title))
  }, [page, path])

  return isAdminPath(path) ? null : (
    <div className="visually-hidden" aria-live="polite">
      {title && t('common.pageLoaded', { title })}
    </div>
  )
}

type ScreensProps = {
  /** The server found that the page's record does not exist. */
  missing?: boolean
  /** Only in the browser, and only on admin pages. */
  Admin?: ComponentType
}

function Screens({ missing = false, Admin }: ScreensProps) {
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

type Store = ReturnType<typeof createStore>

type AppProps = ScreensProps & {
  queries: QueryClient
  store: Store
  i18n: I18n
  /** The path that the server renders. */
  path?: string
  /** Components without output that follow navigations. */
  children?: ReactNode
}

/** The root component, the same on both sides. */
export function App({ queries, store, i18n, path, missing, Admin, children }: AppProps) {
  const find = useMemo(() => libraryPictures(queries), [queries])
  return (
    <StoreProvider store={store}>
      <QueryClientProvider client={queries}>
        <I18nProvider i18n={i18n}>
          <PageRouter path={path}>
            <Document>
              <Navigation>
                <LibraryPicturesContext value={find}>
                  <Screens missing={missing} Admin={Admin} />
                </LibraryPicturesContext>
              </Navigation>
              <Toaster />
              {children}
            </Document>
          </PageRouter>
        </I18nProvider>
      </QueryClientProvider>
    </StoreProvider>
  )
}

/** The state of one rendered page, or of one visit. */
export function createPageStore({
  site,
  language,
  formResult,
}: {
  site: Site
  language: Language
  formResult: FormResult | null
}): Store {
  const store = createStore()
  store.set(siteAtom, site)
  store.set(languageAtom, language)
  store.set(formResultAtom, formResult)
  return store
}

/** The HTML document of every page. React hoists metadata into its head; the server inserts styles and scripts. */
function Document({ children }: { children: ReactNode }) {
  const language = usePageLanguage()
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </head>
      <body>{children}</body>
    </html>
  )
}

type Answer = { pictures?: Pictures; documents?: Documents; rows?: Answer[] } | null | undefined

/** The library files that responses include for the pictures they contain (`shown`). */
const libraryPictures = (queries: QueryClient) => {
  function find(src: string, of?: 'pictures'): LibraryPicture | undefined
  function find(src: string, of: 'documents'): { bytes: number } | undefined
  function find(src: string, of: 'pictures' | 'documents' = 'pictures') {
    // Most URLs are not of the library.
    if (!src.includes('/media/')) return undefined
    for (const { state } of queries.getQueryCache().getAll())
      for (const answer of [state.data as Answer | Answer[]].flat())
        for (const part of [answer, ...(answer?.rows ?? [])]) if (part?.[of]?.[src]) return part[of][src]
    return undefined
  }
  return find
}

type PageRouterProps = {
  /** The path that the server renders; the browser has its own. */
  path?: string
  children: ReactNode
}

/** The client router: navigations render at once, so that skeletons show while data loads. */
function PageRouter({ path, children }: PageRouterProps) {
  const address = useSyncExternalStore(listen, here, () => path ?? here())
  return (
    <Router location={address} navigator={navigator}>
      {children}
    </Router>
  )
}

const here = () => pageNow() + location.hash

const hrefOf = (to: To) => (typeof to === 'string' ? to : createPath(to))

const navigator: Navigator = {
  createHref: hrefOf,
  go: (steps) => history.go(steps),
  push: (to) => navigateTo(hrefOf(to)),
  replace: (to, _, options) => navigateTo(hrefOf(to), { replace: true, stay: options?.preventScrollReset }),
}

/**
 * Navigates inside the site. Page paths end with a slash; a full page load is used between public and admin pages,
 * which share no styles, and while styles are still loading.
 */
function navigateTo(to: string, { replace: replacing = false, stay = false } = {}) {
  const url = new URL(to, location.href)
  const isElsewhere = url.origin !== location.origin || isAdminPath(url.pathname) !== isAdminPath(location.pathname)
  if (isElsewhere || document.querySelector('link[data-awaited]')) return location.assign(to)
  const page = withSlash(url.pathname) + url.search
  const samePage = page === pageNow()
  const address = page + url.hash
  const replace = replacing || address === here()
  history[replace ? 'replaceState' : 'pushState'](saveScrollPosition({ replace, stay }), '', address)
  for (const tell of listeners) tell()
  if (samePage && !isAdminPath(url.pathname)) arrive(url.hash)
}

const listeners = new Set<() => void>()

function listen(tell: () => void) {
  listeners.add(tell)
  addEventListener('popstate', tell)
  return () => {
    listeners.delete(tell)
    removeEventListener('popstate', tell)
  }
}
