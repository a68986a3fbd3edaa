import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { compileCatalog } from '#i18n/compile'
import type { Catalog } from '#i18n/messages'
import { createI18n } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { languageAtom } from '#i18n/language-atom'
import { createQueryClient } from '#client/query-client'
import { siteAtom } from '#contract/site'
import { type FormResult, formResultAtom } from '#contract/form-result'
import enInner from '#locales/en/inner.json'
import enSite from '#locales/en/site.json'
import esInner from '#locales/es/inner.json'
import esSite from '#locales/es/site.json'
import { checkAnswer } from './screens/api-contract'
import { RecordingRouter } from './screens/recording-router'
import { testSite } from './screens/site'

const catalogs: Partial<Record<Language, Catalog>> = {
  en: { ...enSite, ...enInner },
  es: { ...esSite, ...esInner },
}

// A busy machine is slow.
configure({ asyncUtilTimeout: 10_000 })

/** The API's response to a path: JSON, an error status, or none. */
export type Answer = { json: unknown } | { status: number } | 'pending'

type Options = { path?: string; language?: Language; answers?: Record<string, Answer>; formResult?: FormResult }

/** Renders a part of the site, replacing the previous one, with a stand-in for the API; an unknown path is 404. */
export function renderPart(part: ReactNode, { path = '/', language = 'en', answers = {}, formResult }: Options = {}) {
  // Hooks of a module that many test files share would run for the first of them only.
  cleanup()
  const store = createStore()
  store.set(languageAtom, language)
  store.set(siteAtom, testSite)
  store.set(formResultAtom, formResult ?? null)
  const queries = createQueryClient((address) => respond(address, answers[address] ?? { status: 404 }))
  const { queries: reading, mutations } = queries.getDefaultOptions()
  queries.setDefaultOptions({
    queries: { ...reading, retryDelay: 0 },
    mutations: { ...mutations, retryDelay: 0 },
  })
  const location = { history: [path] }
  const view = render(
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <I18nProvider i18n={createI18n(language, compileCatalog(catalogs[language] ?? {}))}>
          <RecordingRouter history={location.history}>{part}</RecordingRouter>
        </I18nProvider>
      </QueryClientProvider>
    </Provider>,
  )
  // Disables `act`, so that later updates arrive on their own, as for visitors, and tests wait for them.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  return { ...view, store, queries, location }
}

function respond(address: string, answer: Answer): Promise<Response> {
  if (answer === 'pending') return new Promise(() => {})
  if ('status' in answer) return Promise.resolve(Response.json({ message: 'No' }, { status: answer.status }))
  checkAnswer('GET', address, answer)
  return Promise.resolve(Response.json(answer.json))
}

/** A stored page as in a response of the API. */
export function storedPage(page: string, content: unknown): Answer {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return { json: { id: 1, page, content: text, updatedAt: '2026-01-01T00:00:00.000Z', version: 1 } }
}
