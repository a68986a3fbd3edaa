import { languages } from '#i18n/language'
import { adminPath, searchPath, sitePaths } from './paths'
import { confirmationPath, previewPath, unsubscribePath } from './token-paths'

/** First segments of paths that are not pages: the API and its document, files, pictures, health checks. */
const served = ['api', 'assets', 'fonts', 'healthz', 'images', 'media', 'metrics', 'readyz', 'social', 'swagger']

const paths = [...Object.values(sitePaths), searchPath, adminPath, previewPath, confirmationPath, unsubscribePath]

/** The first segments of the site's own URLs in every language: not allowed as slugs at the top level. */
export const reservedSegments: readonly string[] = [
  ...new Set([...paths.map((path) => path.split('/')[1] ?? ''), ...languages, ...served]),
].filter(Boolean)

/** Whether a path is that of a built-in page. */
export const isSitePath = (address: string): boolean =>
  (Object.values(sitePaths) as readonly string[]).includes(address)
