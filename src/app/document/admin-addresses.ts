import { matchPath } from 'react-router'
import { adminPaths, invitationPath, resetPath } from '#i18n/addresses/admin-paths'

export const isAdminScreen = (path: string): boolean => Object.values<string>(adminPaths).includes(path)

/** Screens that are opened by a link with a token, without a session. */
export const isLinkPath = (path: string): boolean =>
  [invitationPath, resetPath].some((link) => matchPath(link, path) !== null)
