import { accentShades } from '#platform/accent/accent-shades'
import { typefaceOf } from '#platform/accent/typefaces'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { MailLook } from '#platform/mail/compose-mail'
import { builtInAccent, readSite } from './site'

/** Pixels. */
const corners = { soft: 8, round: 22 } as const

const pictureOf = (siteUrl: string, hasLogo: boolean) =>
  hasLogo ? { logo: `${siteUrl}/logo.png` } : { icon: `${siteUrl}/icon-192.png` }

/** The site in mails: its name, its colour, typefaces and corners, and its logo or icon if they have an absolute URL. */
export async function readLetterhead(
  db: Database,
  config: Pick<Config, 'siteName' | 'siteUrl' | 'githubUrl' | 'linkedinUrl'>,
): Promise<{ site: string; look: MailLook }> {
  const { name, accent, logo, look } = (await readSite(db, config)).inForce
  const { light, dark } = accentShades(accent)
  const pair = typefaceOf(look.type)
  return {
    site: name,
    look: {
      ...(accent === builtInAccent ? {} : { signal: { light: light.signal, dark: dark.signal } }),
      ...(config.siteUrl === undefined ? {} : pictureOf(config.siteUrl, logo !== null)),
      ...(pair ? { fonts: { heading: `'${pair.heading.name}'`, text: `'${pair.text.name}'` } } : {}),
      ...(look.corners === 'square' ? {} : { corner: corners[look.corners] }),
    },
  }
}
