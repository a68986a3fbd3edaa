import { describe, expect, test } from 'bun:test'
import enAdmin from '#locales/en/admin.json'
import enServer from '#locales/en/server.json'
import enSite from '#locales/en/site.json'
import esAdmin from '#locales/es/admin.json'
import esServer from '#locales/es/server.json'
import esSite from '#locales/es/site.json'
import { compileCatalog } from './compile'
import type { Catalog } from './messages'

const catalogs: [name: string, english: Catalog, spanish: Catalog][] = [
  ['site', enSite, esSite],
  ['admin', enAdmin, esAdmin],
  ['server', enServer, esServer],
]

describe.each(catalogs)('the %s catalog', (_, english, spanish) => {
  test('has the same messages in both languages, none of them empty', () => {
    expect(Object.keys(english).length).toBeGreaterThan(5)
    expect(Object.keys(spanish).toSorted()).toEqual(Object.keys(english).toSorted())
    expect([...Object.entries(english), ...Object.entries(spanish)].filter(([, text]) => text.trim() === '')).toEqual(
      [],
    )
  })

  test('takes the same values in both languages', () => {
    expect(valuesOf(english).flat(2).length).toBeGreaterThan(Object.keys(english).length)
    expect(valuesOf(spanish)).toEqual(valuesOf(english))
  })

  test('can be parsed', () => {
    expect(() => [compileCatalog(english), compileCatalog(spanish)]).not.toThrow()
  })
})

test('no two catalogs of a language share a message', () => {
  const ids = catalogs.flatMap(([, english]) => Object.keys(english))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('one word is used for one thing', () => {
  const texts = [enSite, enAdmin, enServer].flatMap((catalog) => Object.values(catalog)).join('\n')
  expect(texts.match(/e-mails?\b|sign(ed|s)? (in|out)\b/gi)).toBeNull()
  expect(texts).toContain('Email')
})

/** Each message with the names of the values that it takes. */
function valuesOf(catalog: Catalog) {
  return Object.entries(compileCatalog(catalog))
    .map(([id, message]) => [id, [...new Set(argumentsOf(message))].toSorted()])
    .toSorted()
}

/** A parsed message is texts between arguments, `[name, format, its choices]`, whose choices are messages again. */
function argumentsOf(message: unknown): string[] {
  if (!Array.isArray(message)) return []
  return message.flatMap((part: unknown) => {
    if (!Array.isArray(part)) return []
    const choices: unknown = part[2]
    const inside = typeof choices === 'object' && choices !== null ? Object.values(choices).flatMap(argumentsOf) : []
    return [String(part[0]), ...inside]
  })
}

test('Spanish speaks to everybody with usted', () => {
  const familiar =
    /(?<!\p{L})(?:tu|tus|tú|ti|te|contigo|tienes|puedes|quieres|eres|estás|hiciste|debes|elige|añade|empieza por|escribe (?:una|un|el|la|de|solo)|vuelve a (?:intentarlo|cargar)|inténtalo)(?!\p{L})/iu
  expect(familiar.test('Escribe una ruta')).toBe(true)
  expect(familiar.test('Escriba una ruta')).toBe(false)
  const texts = { ...esSite, ...esAdmin, ...esServer }
  expect(Object.entries(texts).filter(([, text]) => familiar.test(text))).toEqual([])
})
