import { useAtomValue } from 'jotai'
import { siteAtom, type SocialKind, type SocialLink } from '#contract/site'
import { useText } from '#i18n/i18n'
import { OutLink } from '#ui/link'

/** Those that are not called as their kind begins with a capital. */
const names: Partial<Record<SocialKind, string>> = {
  github: 'GitHub',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  rss: 'RSS',
}

/** Where else one finds the company. */
export function SocialLinks() {
  const t = useText()
  const { social } = useAtomValue(siteAtom)
  return (
    <ul aria-labelledby="footer-social">
      {social.map(({ kind, url }) => {
        const name = kind === 'email' ? t('footer.email') : nameOf({ kind, url })
        const icon = (
          <svg viewBox="0 0 32 24" width="28" height="21" aria-hidden="true">
            <use href={`/images/social.svg#${kind}`} />
          </svg>
        )
        return (
          <li key={kind + url}>
            {kind === 'email' ? (
              <a href={`mailto:${url}`}>
                {icon}
                {name}
              </a>
            ) : (
              <OutLink href={url} rel="me noopener noreferrer" aria-label={t('footer.newTab', { name })}>
                {icon}
                {name}
              </OutLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const nameOf = ({ kind, url }: SocialLink) =>
  kind === 'link'
    ? url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/.*/, '')
    : (names[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1))
