import { useText } from '#i18n/i18n'
import { OutLink } from '#ui/link'

/** An example of a request with a token: the new one, or a placeholder. */
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
