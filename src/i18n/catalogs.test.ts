import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import enAdmin from '#locales/en/admin.json'
import enInner from '#locales/en/inner.json'
import enServer from '#locales/en/server.json'
import enSite from '#locales/en/site.json'
import esAdmin from '#locales/es/admin.json'
import esServer from '#locales/es/server.json'
import esSite from '#locales/es/site.json'
import { compileCatalog } from './compile'
import type { Catalog } from './messages'
import { defaultLanguage, languages } from './language'

const areas = ['site', 'inner', 'admin', 'server'] as const
const english: Record<(typeof areas)[number], Catalog> = {
  site: enSite,
  inner: enInner,
  admin: enAdmin,
  server: enServer,
}
const others = languages.filter((language) => language !== defaultLanguage)
const catalogs = others.flatMap((language) => areas.map((area) => ({ language, area })))

test.each([...areas])('the English %s catalog has messages, none of them empty', (area) => {
  expect(Object.keys(english[area]).length).toBeGreaterThan(5)
  expect(Object.values(english[area]).filter((text) => text.trim() === '')).toEqual([])
  expect(valuesOf(english[area]).flat(2).length).toBeGreaterThan(Object.keys(english[area]).length)
})

describe.each(catalogs)('the $language $area catalog', ({ language, area }) => {
  const catalog = () =>
    Bun.file(join(import.meta.dir, `../../locales/${language}/${area}.json`)).json() as Promise<Catalog>

  test('has the same messages as the English one, none of them empty', async () => {
    expect(Object.keys(await catalog()).toSorted()).toEqual(Object.keys(english[area]).toSorted())
    expect(Object.entries(await catalog()).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('takes the same values', async () => {
    expect(valuesOf(await catalog())).toEqual(valuesOf(english[area]))
  })
})

test('no two catalogs of a language share a message', () => {
  const ids = Object.values(english).flatMap((catalog) => Object.keys(catalog))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('each term is used for one thing', () => {
  const texts = [enSite, enInner, enAdmin, enServer].flatMap((catalog) => Object.values(catalog)).join('\n')
  expect(texts.match(/e-mails?\b|sign(ed|s)? (in|out)\b/gi)).toBeNull()
  expect(texts).toContain('Email')
})

/** Each message with the names of its arguments. */
function valuesOf(catalog: Catalog) {
  return Object.entries(compileCatalog(catalog))
    .map(([id, message]) => [id, [...new Set(argumentsOf(message))].toSorted()])
    .toSorted()
}

/**
 * A parsed message is a list of texts and arguments, `[name, format, its choices]`, whose choices are messages again.
 */
function argumentsOf(message: unknown): string[] {
  if (!Array.isArray(message)) return []
  return message.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return []
    const choices: unknown = part[2]
    const inside = typeof choices === 'object' && choices !== null ? Object.values(choices).flatMap(argumentsOf) : []
    return [String(part[0]), ...inside]
  })
}

test('Spanish texts use usted', () => {
  const familiar =
    /(?<!\p{L})(?:tu|tus|tú|ti|te|contigo|tienes|puedes|quieres|eres|estás|hiciste|debes|elige|añade|empieza por|escribe (?:una|un|el|la|de|solo)|vuelve a (?:intentarlo|cargar)|inténtalo)(?!\p{L})/iu
  expect(familiar.test('Escribe una ruta')).toBe(true)
  expect(familiar.test('Escriba una ruta')).toBe(false)
  const texts = { ...esSite, ...esAdmin, ...esServer }
  expect(Object.entries(texts).filter(([, text]) => familiar.test(text))).toEqual([])
})
