import { invitationPath, resetPath } from '#i18n/addresses/admin-paths'
import { previewPath } from '#i18n/addresses/token-paths'
import { features } from '#app/features'

/** The path sections whose next segment is a secret token. */
const sections = [
  previewPath,
  invitationPath,
  resetPath,
  '/api/previews/:token',
  ...features.flatMap(({ api }) => api?.mailedPages ?? []).map(({ path }) => path),
].map((path) => path.slice(0, path.indexOf(':')))

const secret = new RegExp(sections.join('|'), 'i')
const longest = 500

/**
 * A path as it may be logged and stored: secret tokens are removed, wherever and however their section is spelled, because
 * links are mistyped and pasted behind others. Longer than any page's path, it is cut.
 */
export function withoutSecrets(path: string): string {
  const plain = path
    .replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\/{2,}/g, '/')
  const found = secret.exec(plain)
  if (found) return found[0].toLowerCase()
  return path.length > longest ? `${path.slice(0, longest)}…` : path
}
