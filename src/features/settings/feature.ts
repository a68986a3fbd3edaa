import { Elysia } from 'elysia'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { doneOrLeft, type Feature, type FindableTexts } from '#platform/feature'
import { followSettings } from '#platform/owner/in-force'
import { isBackedUp } from '#platform/owner/settings'
import { readSite, withBuiltIn, readOwnTexts } from '#platform/owner/site'
import { ownerSettings, siteAddress, siteSettings, siteTexts } from '#platform/owner/table'
import type { Services } from '#platform/services'
import { defaultLanguage, isLanguage, languages } from '#i18n/language'
import { isRecord, changeTexts } from '#text/parse-json'
import { builtInTexts, textKeys, faultOfStored } from './texts/store'
import { settingsApi } from './owner/api'
import { z } from 'zod'
import { byLanguage } from '#i18n/by-language'
import { readMailbox } from '#text/mailbox'
import { plainText } from '#text/schema'
import { timeZoneName } from '#text/time-zone'
import { isContact, mailSecurities, settings } from './owner/contract'
import { siteSettingsApi } from './site/api'
import { validPart, siteInput } from './site/contract'
import {
  namingSite,
  changed,
  keepHomePage,
  readShownSite,
  requireRevision,
  type SiteLookups,
  untilNextMoment,
} from './site/store'
import { withoutCredentials, storedLine } from '#text/stored-schema'
import { siteTextsApi } from './texts/api'
import { longestText } from './texts/contract'

const screen = href(adminPaths.site)

/** The interface texts of the public site as visitors read them. */
const findableTexts: FindableTexts = async (db) => {
  const [own, builtIn] = [await readOwnTexts(db), builtInTexts()]
  return languages.flatMap((language) =>
    textKeys().flatMap((key) => {
      const text = own[language][key] ?? builtIn[language][key]
      return text
        ? { key, language, text, href: `${screen}?${new URLSearchParams({ part: 'texts', field: key })}` }
        : []
    }),
  )
}

/** The texts among the owner's settings: name, menu, footer, announcement and social links, as they are stored. */
const findableValues: FindableTexts = async (db) => {
  const [row] = await db.select({ values: siteSettings.values }).from(siteSettings)
  const { name, footer, copyright, navigation, announcement, social } = row?.values ?? {}
  return fieldsIn({ name, footer, copyright, navigation, announcement, social }, '').map(({ field, text }) => {
    const last = field.split('.').at(-1) ?? ''
    const language = isLanguage(last) ? last : defaultLanguage
    return { key: field, language, text, href: `${screen}?${new URLSearchParams({ field })}` }
  })
}

function fieldsIn(value: unknown, field: string): { field: string; text: string }[] {
  if (typeof value === 'string') return value === '' || isMoment(field) ? [] : [{ field, text: value }]
  if (!isRecord(value) && !Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, part]) => fieldsIn(part, field === '' ? name : `${field}.${name}`))
}

const isMoment = (field: string) => field === 'announcement.from' || field === 'announcement.until'

declare module '#platform/events/events' {
  interface Kinds {
    settings: true
    'site-settings': true
    'site-text': true
  }
}

/** The owner's settings (`owner/`), the name, look, menu and footer of the site (`site/`), and its texts (`texts/`). */
export const settingsFeature = (lookups: SiteLookups): Feature => ({
  findable: { texts: [findableValues, findableTexts] },
  api: {
    named: { '/api/site/revisions/:version': requireRevision },
    routes: (services) =>
      new Elysia().use(settingsApi(services)).use(siteSettingsApi(lookups)(services)).use(siteTextsApi(services)),
  },
  content: {
    // Every page may show any of them: even the sign-up form, or a link to it, is on every page.
    kinds: [
      { name: 'settings', isOnEveryPage: true },
      {
        name: 'site-settings',
        isOnEveryPage: true,
        untilNext: untilNextMoment,
        naming: namingSite,
        previewSite: async ({ db, config }, draft) => {
          const { stored } = await readSite(db, config)
          const { home, ...values } = validPart(draft)
          const page = home && (await lookups.findHomeCustomPage(db, home.page))
          return withBuiltIn(
            config,
            changed(stored, { ...values, ...(home === undefined ? {} : { home: page ? { page: page.id } : null }) }),
          )
        },
      },
      { name: 'site-text', isOnEveryPage: true },
    ],
    tables: {
      ownerSettings: {
        table: ownerSettings,
        later: [
          'backedUpAt',
          'setup',
          'signUp',
          'welcome',
          'mailServer',
          'mailFrom',
          'mailTo',
          'securityContact',
          'timeZone',
        ],
        row: storedSettings,
      },
      siteSettings: { table: siteSettings, row: storedSite },
      siteTexts: { table: siteTexts, row: storedText, check: faultOfStored },
    },
    staying: [siteAddress],
  },
  listeners: [
    {
      on: ['custom-page.unpublished', 'custom-page.scheduled', 'custom-page.trashed', 'custom-page.deleted'],
      run: keepHomePage,
    },
  ],
  jobs: [
    // All processes follow a change at once; where notifications do not arrive, within half a second.
    { name: 'follow the settings', every: 50, wakes: ['settings'], runInEach: followSettings },
  ],
  checklist: [
    { key: 'site-url', left: async ({ config }) => doneOrLeft(config.siteUrl !== undefined, addressAt) },
    { key: 'backup', left: async ({ db }) => doneOrLeft(await isBackedUp(db, backupDays), backupsAt) },
    ...(['name', 'logo'] as const).map((key) => ({
      key,
      left: async ({ db, config }: Services) => {
        const { stored, inForce } = await readShownSite(db, config, lookups)
        return doneOrLeft(Boolean(stored[key] && inForce[key]), `${href(adminPaths.site)}?part=identity&field=${key}`)
      },
    })),
  ],
})

/** Days after which a backup counts as outdated. */
const backupDays = 30

const addressAt = `${href(adminPaths.settings)}?page=address`
const backupsAt = `${href(adminPaths.system)}#backups`

const { ownerLanguage, messagesKeptDays, signUp } = settings.shape
const texts = (max: number) => z.object(byLanguage(() => plainText(max).default('')))

/** The password is encrypted: an archive contains it in no other form. */
const mailServer = z.strictObject({
  host: z.string().min(1).max(253),
  port: z.int().min(1).max(65535),
  security: z.enum(mailSecurities),
  username: z.string().max(256).nullable(),
  password: z
    .string()
    .regex(/^v1\.[\w-]{1,4000}$/)
    .nullable(),
})
const mailbox = z
  .string()
  .max(400)
  .refine((text) => readMailbox(text) !== undefined, 'validation.email')

/** The schemas of the settings in archives. */
const storedSettings = {
  id: z.literal(1),
  ownerLanguage: ownerLanguage.nullable(),
  messagesKeptDays,
  setup: z.enum(['open', 'done']).nullable(),
  signUp,
  welcome: z.object({ subject: texts(400), text: texts(1_000_000) }).nullable(),
  mailServer: mailServer.nullable(),
  mailFrom: mailbox.nullable(),
  mailTo: z.array(mailbox).max(20).nullable(),
  securityContact: z.string().max(300).refine(isContact, 'validation.contact').nullable(),
  timeZone: z
    .string()
    .refine((text) => timeZoneName(text) === text, 'validation.timeZone')
    .nullable(),
}

/** The schemas of the settings in archives: absent values have their defaults, and links have no credentials. */
const storedSite = {
  id: z.literal(1),
  values: z
    .preprocess((stored) => changeTexts(stored, withoutCredentials), siteInput)
    .refine(({ home }) => typeof home?.page !== 'string', { path: ['home', 'page'], error: 'validation.homePage' })
    .transform((values) => changed({}, values)),
}

/** The schemas of a text in archives; characters of two units count twice. */
const storedText = { key: storedLine(200), language: z.enum(languages), text: plainText(2 * longestText) }
