import type { Config } from '#platform/config'

/** By which mail programs know the list (RFC 2919), whatever the site is called. */
export const letterHeaders = ({ siteUrl }: Pick<Config, 'siteUrl'>): Record<string, string> => ({
  'List-Id': `<letters.${new URL(siteUrl ?? 'http://localhost').hostname}>`,
})
