import type { Link } from '#features/links/contract'

/** Leads to another site, which has to be asked. */
export const isForeign = ({ url }: Pick<Link, 'url'>): boolean =>
  !url.startsWith('/') && new URL(url).host !== location.host
