import type { Site, SocialLink } from '#contract/site'
import type { SocialKind } from '#contract/social-kinds'
import { mailto } from '#text/mailto'

/** Those that are not called as their kind begins with a capital. */
const names: Partial<Record<SocialKind, string>> = {
  github: 'GitHub',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  rss: 'RSS',
  email: '',
}

/** A link as a page shows it. */
export const toSocial = (link: SocialLink): Site['social'][number] => ({
  kind: link.kind,
  url: link.kind === 'email' ? mailto(link.url) : link.url,
  name: nameOf(link),
})

/** The service, or the host of any other one. */
const nameOf = ({ kind, url }: SocialLink): string =>
  kind === 'link'
    ? new URL(url).hostname.replace(/^www\./, '')
    : (names[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1))
