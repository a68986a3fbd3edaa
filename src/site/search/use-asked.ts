import { useLocation } from 'react-router'

/** What the page's address asks for. */
export const useAsked = (): URLSearchParams => new URLSearchParams(useLocation().search)
