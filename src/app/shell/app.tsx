import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createStore, Provider as StoreProvider } from 'jotai'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { createPath, type Navigator, Router, type To } from 'react-router'
import type { Documents, LibraryPicture, Pictures } from '#contract/picture-variants'
import type { Language } from '#i18n/language'
import { languageAtom, usePageLanguage } from '#i18n/language-atom'
import { type Site, siteAtom } from '#contract/site'
import { type FormResult, formResultAtom } from '#contract/form-result'
import { LibraryPicturesContext } from '#ui/pictures/library-pictures'
import { Toaster } from '#ui/toasts/toaster'
import { Navigation } from './navigation'
import { isAdminPath, withSlash } from './routes'
import { Screens, type ScreensProps } from './screens'
import { arrive, pageNow, saveScrollPosition } from './scroll-positions'

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
