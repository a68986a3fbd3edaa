import { z } from 'zod'
import { cornerNames, type Look, schemeNames, typeNames, widthNames } from '#contract/look'
import type { SiteValues } from '#contract/site'
import { siteParts } from '#contract/site-choices'
import { longestLabel, longestMenu, mostSocialLinks } from '#contract/site-limits'
import { socialKinds } from '#contract/social-kinds'
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
    kind: z.enum(socialKinds, { error: 'validation.value' }),
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

const picture = z
  .int({ error: 'validation.picture' })
  .positive('validation.picture')
  .max(greatestId, 'validation.picture')

/** A published custom page, by its id or its slug in any language; the id is stored. */
const home = exactly({
  page: z.union([z.int().positive().max(greatestId), z.string().trim().min(1).max(200)], {
    error: 'validation.homePage',
  }),
})
const flag = z.boolean({ error: 'validation.boolean' })

/** Absent values of the look stay unchanged, null resets one to its default. */
const look = exactly(
  nullable({
    type: z.enum(typeNames, { error: 'validation.value' }),
    corners: z.enum(cornerNames, { error: 'validation.value' }),
    width: z.enum(widthNames, { error: 'validation.value' }),
    drawings: flag,
    scheme: z.enum(schemeNames, { error: 'validation.value' }),
    switch: flag,
  } satisfies Record<keyof Look, z.ZodType>),
)

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
  accent: z
    .string({ error: 'validation.colour' })
    .regex(/^#[\da-f]{6}$/i, 'validation.colour')
    .transform((colour) => colour.toLowerCase()),
  look,
  logo: picture,
  logoDark: picture,
  icon: picture,
  socialPicture: picture,
  social: upTo(mostSocialLinks, social),
  navigation: upTo(longestMenu, menuEntry),
  announcement,
  hidden: upTo(siteParts.length, z.enum(siteParts, { error: 'validation.value' })).transform((parts) =>
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

const textsAnswer = z.object(byLanguage(() => z.string()))
const linkAnswer = z.object({ label: textsAnswer, href: z.string() })

/** The values with their defaults. */
export const siteAnswer = z
  .object({
    version: z.int(),
    name: z.string(),
    footer: textsAnswer,
    copyright: textsAnswer,
    accent: z.string(),
    look: z.object({
      type: z.enum(typeNames),
      corners: z.enum(cornerNames),
      width: z.enum(widthNames),
      drawings: z.boolean(),
      scheme: z.enum(schemeNames),
      switch: z.boolean(),
    }),
    logo: z.int().nullable(),
    logoDark: z.int().nullable(),
    icon: z.int().nullable(),
    socialPicture: z.int().nullable(),
    social: z.array(z.object({ kind: z.enum(socialKinds), url: z.string() })),
    navigation: z.array(linkAnswer.extend({ children: z.array(linkAnswer) })),
    announcement: z
      .object({
        text: textsAnswer,
        href: z.string().nullable(),
        from: z.iso.datetime().nullable(),
        until: z.iso.datetime().nullable(),
      })
      .nullable(),
    hidden: z.array(z.enum(siteParts)),
    home: z.object({ page: z.int() }).nullable(),
  })
  .meta({ id: 'Site' })
export type SiteAnswer = z.infer<typeof siteAnswer>
