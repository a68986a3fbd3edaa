import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { setupInput, setupState } from '#contract/setup'
import { giveExample, operations as describe } from '#platform/http/operation'
import { requestActor } from '#platform/http/request-facts'
import { isSetupOpen } from '#platform/owner/settings'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { beginSite } from './begin-site'

giveExample(setupInput, {
  name: 'Acme',
  sentence: { en: 'We repair bicycles while you wait.', es: 'Reparamos bicicletas al momento.' },
  accent: '#1d6f5c',
  logo: null,
  start: 'example',
})

const operations = describe({
  readSetup:
    'Check whether the site still has to be set up. `open` from the creation of the first administrator until the first screens are answered or skipped. Sites of earlier releases are never open.',
  setUp:
    'Set up the site. The answers of the first screens. Returns 409 after the first time. Each may be left out, and `{}` skips all. `start`: `example` keeps the example texts, `empty` replaces them by pages with hints that no visitor sees, and by a draft of a post and of a project; `import` does so without the drafts. Examples that were changed go to the trash.',
})

export const setupApi = (services: Services) =>
  new Elysia({ prefix: '/setup', tags: ['Site'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', async () => ({ open: await isSetupOpen(services.db) }), {
      response: { 200: setupState },
      detail: operations.readSetup,
    })
    .post(
      '',
      (context) =>
        commit(
          services,
          context,
          { status: 200, event: () => ({ kind: 'site-settings', action: 'updated', id: 'site' }) },
          async (tx) => {
            await beginSite(tx, context.body, { actor: requestActor(context.request), config: services.config })
            return { open: false }
          },
        ),
      { body: setupInput, response: { 200: setupState }, detail: operations.setUp },
    )
