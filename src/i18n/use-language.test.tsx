import { beforeEach, describe, expect, test } from 'bun:test'
import { act } from '@testing-library/react'
import { renderPart } from '#test/render'
import esSite from '#locales/es/site.json'
import enSite from '#locales/en/site.json'
import { compileCatalog } from './compile'
import { useText } from './i18n'
import { type Language, languageChosenKey, languageInCookies, languageKey } from './language'
import { settleLanguage, settlePreference } from './preference'
import { CatalogContext, useAddressedLanguage, useLanguage } from './use-language'
import { textsIn } from '#test/content/texts-in'

const cookie = () => languageInCookies(document.cookie)

beforeEach(() => {
  localStorage.clear()
  for (const key of [languageKey, languageChosenKey]) document.cookie = `${key}=; Path=/; Max-Age=0`
})

describe('the preference', () => {
  test('is English until there is one, without a cookie', () => {
    expect(settlePreference()).toBe('en')
    expect(settlePreference()).toBe('en')
    expect([localStorage.getItem(languageKey), cookie()]).toEqual(['en', undefined])
  })

  test('is that of the page in the admin until there is one, and nothing is stored', () => {
    history.replaceState(null, '', '/admin/')
    document.documentElement.lang = 'es'
    try {
      expect(settlePreference()).toBe('es')
      expect([localStorage.getItem(languageKey), cookie()]).toEqual([null, undefined])
      localStorage.setItem(languageKey, 'en')
      expect(settlePreference()).toBe('es')
      document.cookie = `${languageKey}=en; Path=/`
      expect(settlePreference()).toBe('en')
    } finally {
      history.replaceState(null, '', '/')
      document.documentElement.removeAttribute('lang')
    }
  })

  test('is the stored one, which is written to the cookie', () => {
    localStorage.setItem(languageKey, 'es')
    expect(settlePreference()).toBe('es')
    expect(cookie()).toBe('es')
  })

  test("is the cookie's where nothing is stored", () => {
    document.cookie = `${languageKey}=es; Path=/`
    expect(settlePreference()).toBe('es')
    expect(localStorage.getItem(languageKey)).toBe('es')
  })

  test("is the cookie's where the server has just set it", () => {
    localStorage.setItem(languageKey, 'en')
    document.cookie = `${languageKey}=es; Path=/`
    document.cookie = `${languageChosenKey}=1; Path=/`
    expect(settlePreference()).toBe('es')
    expect(localStorage.getItem(languageKey)).toBe('es')
  })

  test('is neither read nor stored at an address with a language', () => {
    expect(settleLanguage('es')).toBe('es')
    expect([localStorage.getItem(languageKey), cookie()]).toEqual([null, undefined])
    expect(settleLanguage(undefined)).toBe('en')
    expect(settleLanguage('es')).toBe('es')
    expect([localStorage.getItem(languageKey), cookie()]).toEqual(['en', undefined])
  })

  test('is stored where the choice led to an address with a language', () => {
    localStorage.setItem(languageKey, 'en')
    document.cookie = `${languageKey}=es; Path=/`
    document.cookie = `${languageChosenKey}=1; Path=/`
    expect(settleLanguage('es')).toBe('es')
    expect(localStorage.getItem(languageKey)).toBe('es')
  })

  test('that is invalid becomes English, whatever the cookie says', () => {
    localStorage.setItem(languageKey, 'fr')
    document.cookie = `${languageKey}=es; Path=/`
    expect(settlePreference()).toBe('en')
    expect([localStorage.getItem(languageKey), cookie()]).toEqual(['en', 'en'])
  })
})

test('a cookie of another name or value is ignored', () => {
  expect(languageInCookies('x-industria-language=es; a=b')).toBeUndefined()
  expect(languageInCookies('industria-language=es-MX')).toBeUndefined()
  expect(languageInCookies('a=b;industria-language=es')).toBe('es')
})

const catalogs = textsIn(compileCatalog(enSite), { es: compileCatalog(esSite) })

function Chooser() {
  const t = useText()
  const [language, setLanguage] = useLanguage()
  return <button type="button" onClick={() => setLanguage('es')}>{`${language}: ${t('nav.about')}`}</button>
}

function Follower() {
  useAddressedLanguage()
  return null
}

function renderChooser(
  load: (language: Language) => Promise<typeof catalogs.en> = async (language) => catalogs[language],
  path = '/',
) {
  return renderPart(
    <CatalogContext value={load}>
      <Chooser />
      <Follower />
    </CatalogContext>,
    { path },
  )
}

describe('choosing a language', () => {
  test('stores it at once and shows it when its texts are loaded', async () => {
    const texts = Promise.withResolvers<typeof catalogs.en>()
    const { getByRole } = renderChooser(() => texts.promise)
    const button = getByRole('button')
    expect(button.textContent).toBe('en: About')
    await act(async () => button.click())
    expect([localStorage.getItem(languageKey), cookie()]).toEqual(['es', 'es'])
    expect(button.textContent).toBe('en: About')
    await act(async () => texts.resolve(catalogs.es))
    expect(button.textContent).toBe('es: Nosotros')
  })

  test('in another tab applies here too', async () => {
    const { getByRole } = renderChooser()
    await act(async () => {
      window.dispatchEvent(Object.assign(new Event('storage'), { key: languageKey, newValue: 'es' }))
      await Bun.sleep(5)
    })
    expect(getByRole('button').textContent).toBe('es: Nosotros')
    await act(async () => {
      window.dispatchEvent(Object.assign(new Event('storage'), { key: languageKey, newValue: 'fr' }))
      await Bun.sleep(5)
    })
    expect(getByRole('button').textContent).toBe('es: Nosotros')
  })

  test('in another tab changes no page whose address has a language', async () => {
    const { getByRole } = renderChooser(undefined, '/es/about/')
    await act(async () => {})
    expect(getByRole('button').textContent).toBe('es: Nosotros')
    await act(async () => {
      window.dispatchEvent(Object.assign(new Event('storage'), { key: languageKey, newValue: 'en' }))
      await Bun.sleep(5)
    })
    expect(getByRole('button').textContent).toBe('es: Nosotros')
    expect(localStorage.getItem(languageKey)).toBeNull()
  })

  test('long ago is applied after the page has loaded', async () => {
    localStorage.setItem(languageKey, 'es')
    const { getByRole } = renderChooser()
    await act(async () => {})
    expect(getByRole('button').textContent).toBe('es: Nosotros')
  })
})
