import type { SocialLink } from '#contract/site'
import type { SocialKind } from '#contract/social-kinds'

/** Those that are not called as their kind begins with a capital. */
const names: Partial<Record<SocialKind, string>> = {
  github: 'GitHub',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  rss: 'RSS',
  email: '',
}

/** What a link to somewhere else is called: the service, or the host of any other one. */
export const socialName = ({ kind, url }: SocialLink): string =>
  kind === 'link'
    ? new URL(url).hostname.replace(/^www\./, '')
    : (names[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1))
