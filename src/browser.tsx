import { startTransition, useEffect, useRef } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { useLocation } from 'react-router'
import { App, createPageStore } from '#app/shell/app'
import { adminCatalogs, innerCatalogs, siteCatalogs } from '#app/shell/browser-catalogs'
import { type Island, islandId } from '#app/document/island'
import { isAdminPath, matchSite } from '#app/shell/routes'
import { sleep } from '#app/hydration/first-interaction'
import { manageScrollPositions } from '#app/shell/scroll-positions'
import { ApiError } from '#client/api-error'
import { type CompiledCatalog, createI18n } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { innerTexts } from '#i18n/inner-texts'
import { CatalogContext, useAddressedLanguage } from '#i18n/use-language'
import { createQueryClient } from '#client/query-client'
import { preloadFrame } from '#site/layout/late-parts'
import { restoreQueries } from '#client/island'
import { metaTakenOver } from '#ui/head/page-meta'

/** The owner's changes of interface texts, in every language. */
let ownTexts: Island['texts']
/** Milliseconds until events are answered though the metadata of the page are not React's. */
const longestTakeover = 2000
const inAdmin = isAdminPath(location.pathname)

/** Hydrates the page; resolves when it is done. */
export async function hydrate(): Promise<void> {
  const island = JSON.parse(document.getElementById(islandId)?.textContent ?? '') as Island
  ownTexts = island.texts
  // Set by the page that asks for these texts: from then on they belong to every catalog.
  let inner: Promise<unknown> | undefined = inAdmin ? Promise.resolve() : undefined
  let shown = island.language
  innerTexts.load = () => (inner ??= Promise.resolve())
  const page = matchSite(location.pathname, '', island.site.home)?.route.Component.preload?.()
  const catalogOf = (language: Language) => loadCatalog((shown = language), inner !== undefined)
  const [catalog, Admin] = await Promise.all([
    catalogOf(island.language),
    inAdmin ? loadAdmin() : undefined,
    page,
    inAdmin || preloadFrame(island.site),
    island.site.timeZone && import('#i18n/site-zone').then((zone) => zone.setTimeZone(island.site.timeZone)),
  ])
  const queries = createQueryClient((path, signal) =>
    fetch(path, { signal, credentials: 'same-origin', headers: { accept: 'application/json' } }),
  )
  restoreQueries(queries, island.queries)
  manageScrollPositions()
  // Of a page whose data failed there may be none.
  const takenOver = inAdmin || Promise.race([metaTakenOver, sleep(longestTakeover)])
  const loadFurther = async (language: Language) => {
    await takenOver
    return catalogOf(language)
  }
  const i18n = createI18n(island.language, catalog)
  innerTexts.load = () => (inner ??= loadCatalog(shown, true).then((texts) => i18n.load(shown, texts)))
  const app = (onArrival: () => void) => (
    <CatalogContext value={loadFurther}>
      <App queries={queries} store={createPageStore(island)} i18n={i18n} missing={island.missing} Admin={Admin}>
        <Arrival onArrival={onArrival} />
      </App>
    </CatalogContext>
  )
  await new Promise<void>((resolve) => {
    startTransition(() => {
      hydrateRoot(document, app(resolve), { onRecoverableError, onCaughtError })
    })
  })
  await takenOver
  document.documentElement.setAttribute('data-hydrated', '')
}

/** Runs after hydration: applies the language of the URL, or the stored one, and calls `onArrival`. */
function Arrival({ onArrival }: { onArrival: () => void }) {
  useAddressedLanguage()
  const { pathname, search } = useLocation()
  const address = pathname + search
  const shown = useRef(address)
  useEffect(() => {
    if (shown.current === address || inAdmin) return
    // Pages sent by the server were counted there.
    navigator.sendBeacon('/api/visits', JSON.stringify({ path: address, referrer: location.origin + shown.current }))
    shown.current = address
  }, [address])
  useEffect(onArrival, [onArrival])
  return null
}

async function loadCatalog(language: Language, withInner: boolean): Promise<CompiledCatalog> {
  const files = await Promise.all([
    siteCatalogs[language](),
    ...(withInner ? [innerCatalogs[language]()] : []),
    ...(inAdmin ? [adminCatalogs[language]()] : []),
  ])
  // The build replaces these by compiled catalogs.
  return Object.assign({}, ...files.map((file) => file.default), ownTexts?.[language]) as CompiledCatalog
}

async function loadAdmin() {
  // Before any schema is created.
  await import('#text/schemas-without-eval')
  return (await import('#admin/shell/admin-app')).AdminApp
}

/** React has recovered from a hydration error, which only matters to developers. */
function onRecoverableError(error: unknown) {
  if (process.env.NODE_ENV !== 'production') console.error(error)
}

/** Errors of the API are shown by the page and not logged. */
function onCaughtError(error: unknown) {
  if (!(error instanceof ApiError)) console.error(error)
}
