import type { Config } from '#platform/config'

/** The list id for mail clients (RFC 2919), independent of the site's name. */
export const listHeaders = ({ siteUrl }: Pick<Config, 'siteUrl'>): Record<string, string> => ({
  'List-Id': `<letters.${new URL(siteUrl ?? 'http://localhost').hostname}>`,
})
