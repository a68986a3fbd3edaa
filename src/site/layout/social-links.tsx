import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'

/** Where else one finds the company. */
export function SocialLinks() {
  const t = useText()
  const { social } = useAtomValue(siteAtom)
  return (
    <ul aria-labelledby="footer-social">
      {social.map(({ kind, url, name }) => (
        <li key={kind + url}>
          <a
            href={url}
            {...(name && {
              target: '_blank',
              rel: 'me noopener noreferrer',
              'aria-label': t('footer.newTab', { name }),
            })}
          >
            <svg width="28" height="21">
              <use href={`/icons.svg#${kind}`} />
            </svg>
            {name || t('footer.email')}
          </a>
        </li>
      ))}
    </ul>
  )
}
