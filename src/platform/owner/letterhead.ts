import { accentShades } from '#platform/accent/accent-shades'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { LetterLook } from '#platform/mail/letter'
import { builtInAccent, readSite } from './site'

/** The site in mails: its name, its colour, and its logo if it has an absolute URL. */
export async function readLetterhead(
  db: Database,
  config: Pick<Config, 'siteName' | 'siteUrl' | 'githubUrl' | 'linkedinUrl'>,
): Promise<{ site: string; look: LetterLook }> {
  const { name, accent, logo } = (await readSite(db, config)).inForce
  const { light, dark } = accentShades(accent)
  return {
    site: name,
    look: {
      ...(accent === builtInAccent ? {} : { signal: { light: light.signal, dark: dark.signal } }),
      ...(logo === null || config.siteUrl === undefined ? {} : { logo: `${config.siteUrl}/logo.png` }),
    },
  }
}
