import type { Link } from '../contract'

/** Whether a link is external, and therefore checked by a request. */
export const isForeign = ({ url }: Pick<Link, 'url'>): boolean =>
  !url.startsWith('/') && new URL(url).host !== location.host
