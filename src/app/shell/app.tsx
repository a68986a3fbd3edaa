import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createStore, Provider as StoreProvider } from 'jotai'
import { type ReactNode, useMemo } from 'react'
import type { Language } from '#i18n/language'
import { languageAtom } from '#i18n/language-atom'
import { type Site, siteAtom } from '#contract/site'
import { type FormResult, formResultAtom } from '#contract/form-result'
import { LibraryPicturesContext } from '#ui/pictures/library-pictures'
import { Toaster } from '#ui/toasts/toaster'
import { Document } from './document'
import { libraryPictures } from './library-pictures'
import { Navigation } from './navigation'
import { PageRouter } from './page-router'
import { Screens, type ScreensProps } from './screens'

export type Store = ReturnType<typeof createStore>

export type AppProps = ScreensProps & {
  queries: QueryClient
  store: Store
  i18n: I18n
  /** The path that the server renders. */
  path?: string
  /** Follows the visitor from page to page, unseen. */
  children?: ReactNode
}

/** Every page, the same on both sides. */
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

/** The state of one page, or of one visit. */
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
