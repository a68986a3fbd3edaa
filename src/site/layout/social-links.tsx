import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { OutLink } from '#ui/link'

/** Where else one finds the company. */
export function SocialLinks() {
  const t = useText()
  const { social } = useAtomValue(siteAtom)
  return (
    <ul aria-labelledby="footer-social">
      {social.map(({ kind, url, name }) => {
        const content = (
          <>
            <svg viewBox="0 0 32 24" width="28" height="21" aria-hidden="true">
              <use href={`/images/social.svg#${kind}`} />
            </svg>
            {name || t('footer.email')}
          </>
        )
        return (
          <li key={kind + url}>
            {kind === 'email' ? (
              <a href={`mailto:${url}`}>{content}</a>
            ) : (
              <OutLink href={url} rel="me noopener noreferrer" aria-label={t('footer.newTab', { name })}>
                {content}
              </OutLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}
