import type { Link } from '#features/links/contract'

/** Whether a link leads to another site, so that it is checked by a request. */
export const isForeign = ({ url }: Pick<Link, 'url'>): boolean =>
  !url.startsWith('/') && new URL(url).host !== location.host
