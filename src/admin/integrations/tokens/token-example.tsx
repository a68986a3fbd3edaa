import { useText } from '#i18n/i18n'
import { OutLink } from '#ui/link'

/** How a program asks with a token: with the one that was just made, or in general. */
export function TokenExample({ token }: { token?: string }) {
  const t = useText()
  const command = `curl -H "Authorization: Bearer ${token ?? t('tokens.exampleToken')}" ${location.origin}/api/blog`
  return (
    <div className="tokens-example">
      <p>{t('tokens.example')}</p>
      <pre>
        <code>{command}</code>
      </pre>
      <p className="kit-note">
        <OutLink href="/swagger">{t('tokens.docs')}</OutLink>
      </p>
    </div>
  )
}
