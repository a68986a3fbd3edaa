import { useLocation } from 'react-router'

/** The query parameters of the page's URL. */
export const useUrlQuery = (): URLSearchParams => new URLSearchParams(useLocation().search)
