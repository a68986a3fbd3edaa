import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { changeSettings, readSettings } from '#platform/owner/settings'
import type { WelcomeMail } from '#contract/site'
import { byLanguage } from '#i18n/by-language'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { sanitizeHtml } from '#text/sanitize'
import { settings, settingsInput } from './contract'
import { operations } from './operations'

export const settingsApi = (services: Services) =>
  new Elysia({ prefix: '/settings', tags: ['Settings'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', () => readSettings(services.db, services.config), {
      response: { 200: settings },
      detail: operations.readSettings,
    })
    .put(
      '',
      (context) =>
        commit(
          services,
          context,
          { status: 200, event: () => ({ kind: 'settings', action: 'updated', id: null }) },
          async (tx) => {
            const { welcome, ...change } = context.body
            await changeSettings(tx, { ...change, welcome: welcome && cleanWelcome(welcome) })
            return readSettings(tx, services.config)
          },
        ),
      { body: settingsInput, response: { 200: settings }, detail: operations.changeSettings },
    )

const cleanWelcome = ({ subject, text }: WelcomeMail): WelcomeMail => ({
  subject,
  text: byLanguage((language) => sanitizeHtml(text[language])),
})
