import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import type { User } from '#auth/contract'
import { userAtom } from '#auth/sessions/session'
import { SignInDialog } from '#auth/forms/sign-in-dialog'
import { compileCatalog } from '#i18n/compile'
import type { Catalog } from '#i18n/messages'
import { createI18n } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { languageAtom } from '#i18n/language-atom'
import { createQueryClient } from '#client/query-client'
import { siteAtom } from '#contract/site'
import { testSite } from './screens/site'
import { pace } from '#records/editor/saving/use-editor'
import type { Other } from '#records/presence/contract'
import { toastAtom } from '#ui/toasts/toast'
import enAdmin from '#locales/en/admin.json'
import enInner from '#locales/en/inner.json'
import enSite from '#locales/en/site.json'
import esAdmin from '#locales/es/admin.json'
import esInner from '#locales/es/inner.json'
import esSite from '#locales/es/site.json'
import { checkAnswer } from './screens/api-contract'
import { usualAnswer } from './fixtures'
import { RecordingRouter } from './screens/recording-router'

const english = { ...enSite, ...enInner, ...enAdmin }
const catalogs: Partial<Record<Language, Catalog>> = { en: english, es: { ...esSite, ...esInner, ...esAdmin } }

export type ApiRequest = { method: string; path: string; body: unknown; version: string | null; key: string | null }
/** `total`: the total of a paged list. */
type StandInAnswer = { status?: number; json?: unknown; total?: number }
/** Requests that it does not answer get the default response. */
export type ApiStandIn = (request: ApiRequest) => StandInAnswer | undefined | Promise<StandInAnswer | undefined>

const nativeFetch = globalThis.fetch

/**
 * Call in `beforeEach` of every file that renders admin screens: hooks of a shared module would run for the first of
 * them only.
 */
export function startAfresh() {
  // Before the storage is cleared, because an editor stores its draft when it unmounts.
  cleanup()
  globalThis.fetch = nativeFetch
  localStorage.clear()
}

// Content appears at least 300 ms after its skeleton, and a busy machine is slow.
configure({ asyncUtilTimeout: 10_000 })

// On a busy machine the time between two keys may exceed the autosave delay: no autosave in between.
Object.assign(pace, { afterPause: 60_000, atLatest: 60_000 })

type AdminVisit = { path?: string; user?: User | null | 'unknown'; others?: () => readonly Other[] }

/** Renders an admin screen, by default for a signed-in user; `api` answers all of its requests. */
export function renderAdmin(
  screen: ReactNode,
  api: ApiStandIn,
  language: Language = 'en',
  { path = '/admin/', user = { id: 1, username: 'ada' }, others = () => [] }: AdminVisit = {},
) {
  cleanup()
  const requests: ApiRequest[] = []
  const ask = async (request: ApiRequest) => {
    const usual: StandInAnswer = { json: usualAnswer(request.path) }
    // Asked by open editors while somebody types, and no write for a stand-in that counts them.
    const isCheck = request.method === 'POST' && request.path === '/api/checks'
    const asked = (isCheck ? undefined : await api(request)) ?? usual
    const given = isAside(request.path) && !fits(request, asked) ? usual : asked
    return { ...given, status: mustFit(request, given) }
  }
  const answer = async (address: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const request = {
      method: init.method ?? 'GET',
      path: address,
      body,
      version: headers.get('if-match'),
      key: headers.get('idempotency-key'),
    }
    // Polled by open editors, whatever is tested.
    if (address.startsWith('/api/presence')) return Response.json({ others: others() })
    const [, whole, asked, figure] = /^(\/api\/[a-z-]+(?:\?status=[a-z]+)?)[?&](limit|id)=(\d+)$/.exec(address) ?? []
    // The count of a list, and a single row of it, are derived from the list.
    if (whole !== undefined && (asked === 'id' || figure === '1')) {
      const { status, json } = await ask({ ...request, path: whole })
      const rows = Array.isArray(json) ? json : []
      const found = asked === 'id' ? rows.filter((row: { id: number }) => row.id === Number(figure)) : rows
      return Response.json(Array.isArray(json) ? found : json, { status, headers: totalOf(rows.length) })
    }
    requests.push(request)
    const { status, json, total = 0 } = await ask(request)
    const told = { status, headers: totalOf(total) }
    return json === undefined ? new Response(null, told) : Response.json(json, told)
  }
  globalThis.fetch = Object.assign((input: unknown, init?: RequestInit) => answer(String(input), init), {
    preconnect: () => {},
  })

  const store = createStore()
  store.set(languageAtom, language)
  store.set(userAtom, user === 'unknown' ? undefined : user)
  store.set(siteAtom, testSite)
  const queries = createQueryClient((address) => answer(address))
  const { queries: reading, mutations } = queries.getDefaultOptions()
  queries.setDefaultOptions({
    queries: { ...reading, retryDelay: 0 },
    mutations: { ...mutations, retryDelay: 0 },
  })
  const location = { history: [path] }
  const view = render(
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <I18nProvider i18n={createI18n(language, compileCatalog(catalogs[language] ?? english))}>
          <RecordingRouter history={location.history}>
            {screen}
            <SignInDialog />
          </RecordingRouter>
        </I18nProvider>
      </QueryClientProvider>
    </Provider>,
  )
  return {
    ...view,
    store,
    queries,
    location,
    requests,
    /** Without the questions of open editors that are sent with a body: what could be better, and how a page looks. */
    writes: () => requests.filter(({ method, path: asked }) => method !== 'GET' && !questions.includes(asked)),
    toast: () => store.get(toastAtom),
  }
}

const questions = ['/api/checks', '/api/preview']

/** Secondary requests of lists and dialogs, not meant for a stand-in that answers every request alike. */
const isAside = (path: string) =>
  path.startsWith('/api/numbers') ||
  ['/api/account/second-factor', '/api/checks', '/api/preview', '/api/setup', '/api/site'].includes(path)

function fits({ method, path }: ApiRequest, given: StandInAnswer): boolean {
  try {
    checkAnswer(method, path, given)
    return true
  } catch {
    return false
  }
}

/** A response that the API could not give fails the test, even if the screen ignores it. */
function mustFit({ method, path }: ApiRequest, answer: StandInAnswer): number {
  try {
    return checkAnswer(method, path, answer)
  } catch (error) {
    void Promise.reject(error)
    throw error
  }
}

/** A fake API with one record, in the list at `list`; `write` responds to everything except reads. */
export const oneRecord =
  (list: string, record: object, write: ApiStandIn = () => ({ json: record })): ApiStandIn =>
  (request) => {
    if (request.method !== 'GET') return write(request)
    const path = request.path.split('?')[0]!
    if (path === list) return { json: [record] }
    return path.slice(0, path.lastIndexOf('/')) === list ? { json: record } : undefined
  }

const totalOf = (total: number) => ({ 'x-total-count': String(total) })
