import { z } from 'zod'
import type { SiteValues } from '#contract/site'
import {
  siteParts,
  colour,
  pictureId,
  siteValues,
  longestLabel,
  longestMenu,
  mostSocialLinks,
} from '#contract/site-values'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage } from '#i18n/language'
import { isEmail } from '#text/email'
import { isRecord } from '#text/parse-json'
import {
  exactly,
  hasCredentials,
  isCommonEra,
  isSafeUrl,
  plainCharacters,
  requiredCharacters,
  requiredText,
  urlFault,
} from '#text/schema'

const { shape } = siteValues
const longestUrl = 2048
const greatestId = 2_147_483_647

/** A text in each language: if it is `required`, that is for the default language; the others may be empty. */
function texts(max: number, required = true) {
  const first = required ? requiredCharacters(max) : plainCharacters(max)
  const other = plainCharacters(max).default('')
  return exactly(byLanguage((language) => (language === defaultLanguage ? first : other)))
}

/** A path of the site, or an http(s) URL. */
const address = requiredText(longestUrl).refine(isSafeUrl, urlFault)

const social = z
  .object({
    kind: shape.social.element.shape.kind,
    url: requiredText(longestUrl),
  })
  .superRefine(({ kind, url }, context) => {
    if (kind === 'email' ? !isEmail(url) : !isWebAddress(url))
      context.addIssue({
        code: 'custom',
        path: ['url'],
        message:
          kind === 'email'
            ? 'validation.email'
            : hasCredentials(url)
              ? 'validation.urlCredentials'
              : 'validation.webUrl',
      })
  })

const isWebAddress = (url: string) => isSafeUrl(url) && !url.startsWith('/')

const label = texts(longestLabel)
/** Menus have one level of submenus. */
const noChildren = z.array(z.unknown(), { error: 'validation.list' }).max(0, 'validation.tooMany').optional()
const menuLink = exactly({ label, href: address, children: noChildren }).transform((link) => ({
  label: link.label,
  href: link.href,
}))
const upTo = <Schema extends z.ZodType>(most: number, schema: Schema) =>
  z.array(schema, { error: 'validation.list' }).max(most, 'validation.tooMany')
const menuEntry = exactly({ label, href: address, children: upTo(longestMenu, menuLink).default([]) })

const moment = z.iso
  .datetime({ offset: true, error: 'validation.date' })
  .refine(isCommonEra, 'validation.date')
  .transform((text) => new Date(text).toISOString())
  .nullable()
  .default(null)

const announcement = z
  .object(
    { text: texts(200), href: address.nullable().default(null), from: moment, until: moment },
    { error: 'validation.object' },
  )
  .refine(({ from, until }) => from === null || until === null || from < until, {
    path: ['until'],
    error: 'validation.untilAfterFrom',
  })

/** A published custom page, by its id or its slug in any language; the id is stored. */
const home = exactly({
  page: z.union([z.int().positive().max(greatestId), z.string().trim().min(1).max(200)], {
    error: 'validation.homePage',
  }),
})

function nullable<Schemas extends Record<string, z.ZodType>>(schemas: Schemas) {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema.nullable().optional()])) as {
    [Name in keyof Schemas]: z.ZodOptional<z.ZodNullable<Schemas[Name]>>
  }
}

/** The schemas of the values; null resets one to its default. */
const values = {
  name: requiredCharacters(60),
  footer: texts(300, false),
  copyright: texts(120, false),
  accent: colour,
  /** Absent values of the look stay unchanged, null resets one to its default. */
  look: exactly(nullable(shape.look.shape)),
  logo: pictureId,
  logoDark: pictureId,
  icon: pictureId,
  socialPicture: pictureId,
  social: upTo(mostSocialLinks, social),
  navigation: upTo(longestMenu, menuEntry),
  announcement,
  hidden: upTo(siteParts.length, shape.hidden.element).transform((parts) =>
    siteParts.filter((part) => parts.includes(part)),
  ),
  home,
} satisfies Record<keyof SiteValues, z.ZodType>

/** Absent values stay unchanged. */
export const siteInput = z.object(nullable(values), { error: 'validation.object' }).meta({ id: 'SiteInput' })
export type SiteInput = z.infer<typeof siteInput>

/** The valid ones of values that are still being typed, for a preview: without unfinished entries of their lists. */
export function validPart(typed: object): SiteInput {
  const schemas: Partial<Record<string, z.ZodType>> = siteInput.shape
  const parsed = Object.entries(typed).map(([name, value]) => [
    name,
    schemas[name]?.safeParse(finished(name, value)).data,
  ])
  return Object.fromEntries(parsed.filter(([, value]) => value !== undefined))
}

const entries: Partial<Record<string, z.ZodType>> = { social, navigation: menuEntry, children: menuLink }

function finished(name: string, value: unknown): unknown {
  const schema = entries[name]
  if (!schema || !Array.isArray(value)) return value
  return value
    .map((entry) => (isRecord(entry) ? { ...entry, children: finished('children', entry.children) } : entry))
    .filter((entry) => schema.safeParse(entry).success)
}

/** The values with their defaults. */
export const siteAnswer = z.object({ version: z.int(), ...siteValues.shape }).meta({ id: 'Site' })
export type SiteAnswer = z.infer<typeof siteAnswer>
