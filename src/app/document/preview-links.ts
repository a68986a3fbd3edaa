import { Elysia, status } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { requestSecret } from '#auth/sessions/sessions'
import { href } from '#i18n/addresses/href'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { requestOrigin } from '#platform/http/request-facts'
import { languages } from '#i18n/language'
import { previewPath } from '#i18n/addresses/token-paths'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { deletePreview, savePreview } from '#records/preview/preview-links'
import { previewers } from '#app/features'

/** `id` is a number, or the name of a page; absent for a new record. `values` are those of a draft. */
const previewLinkInput = z
  .object({
    kind: z.enum(Object.keys(previewers), { error: 'validation.value' }),
    id: z.union([z.int(), z.string()], { error: 'validation.value' }).nullish(),
    values: z.looseObject({}, { error: 'validation.object' }),
    language: z.enum(languages, { error: 'validation.value' }),
  })
  .meta({ id: 'PreviewLinkInput' })

const previewLink = z
  .object({ url: z.string(), expiresAt: z.iso.datetime(), token: z.string() })
  .meta({ id: 'PreviewLink' })

giveExample(previewLinkInput, {
  kind: 'post',
  values: { title: 'Measuring before building', content: '<p>We began with a stopwatch.</p>' },
})
giveExample(previewLink, { url: 'https://acme.example/preview/q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k/' })

describeFields(previewLinkInput, { id: 'The id of a record, or the name of a built-in page; null for a new record.' })

const operations = describe({
  createPreviewLink:
    'Create a preview link. Anyone with the link can see, for seven days, the page as it would be published with these values. Returns 404 for an unknown `id`. The link cannot be retrieved later, because only a hash of its token is stored.',
  deletePreviewLink: 'Delete a preview link. The link stops working.',
})

/** Links that show the page as publishing would make it, to people without an account. */
export const previewLinksApi = (services: Services) =>
  new Elysia({ prefix: '/previews', tags: ['Preview'] })
    .use(adminOnly(services))
    .post(
      '',
      async (context) => {
        const {
          request,
          body: { kind, ...asked },
        } = context
        const origin = requestOrigin(request)
        const token = requestSecret(request, 'preview')
        const { response } = await commit(services, context, { status: 201, event: () => undefined }, async (tx) =>
          savePreview(tx, token, { ...(await previewers[kind]!(tx, asked)), language: asked.language }),
        )
        return status(201, { url: origin + href(previewPath, { token }), expiresAt: response.expiresAt, token })
      },
      { body: previewLinkInput, response: { 201: previewLink }, detail: operations.createPreviewLink },
    )
    .delete(
      '/:token',
      (context) => commit(services, context, { status: 204 }, (tx) => deletePreview(tx, context.params.token)),
      { detail: operations.deletePreviewLink },
    )
