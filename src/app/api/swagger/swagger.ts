import { type AnyElysia, Elysia } from 'elysia'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notFound } from '#contract/http-error'
import { describeApi } from '#app/api/openapi'

const uiFolder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

const assets: Record<string, { file: string; type: string }> = {
  'swagger-ui.css': { file: join(uiFolder, 'swagger-ui.css'), type: 'text/css;charset=utf-8' },
  'swagger-ui-bundle.js': { file: join(uiFolder, 'swagger-ui-bundle.js'), type: 'text/javascript;charset=utf-8' },
  'start.js': { file: join(import.meta.dir, 'start.js'), type: 'text/javascript;charset=utf-8' },
}

/**
 * Swagger UI and its OpenAPI document, served by the site itself. `documented` returns the app whose routes are described.
 */
export function swagger(documented: () => AnyElysia, siteName: () => Promise<string>) {
  return new Elysia({ prefix: '/swagger' })
    .get(
      '',
      async () => new Response(page(await siteName()), { headers: { 'content-type': 'text/html;charset=utf-8' } }),
      hidden,
    )
    .get(
      '/json',
      async () =>
        new Response(JSON.stringify(describeApi(documented(), await siteName())), {
          headers: { 'content-type': 'application/json;charset=utf-8' },
        }),
      hidden,
    )
    .get('/assets/:file', ({ params }) => serveAsset(params.file), hidden)
}

const hidden = { detail: { hide: true } }

function serveAsset(name: string): Response {
  const asset = Object.hasOwn(assets, name) ? assets[name] : undefined
  if (!asset) throw notFound('route')
  return new Response(Bun.file(asset.file), { headers: { 'content-type': asset.type } })
}

const page = (siteName: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${Bun.escapeHTML(siteName)} API</title>
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="stylesheet" href="/swagger/assets/swagger-ui.css">
<script src="/swagger/assets/swagger-ui-bundle.js" defer></script>
<script src="/swagger/assets/start.js" defer></script>
</head>
<body>
<main id="swagger-ui"></main>
<noscript><p><a href="/swagger/json">OpenAPI</a></p></noscript>
</body>
</html>
`
