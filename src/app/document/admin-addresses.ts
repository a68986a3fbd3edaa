import { matchPath } from 'react-router'
import { adminPaths, invitationPath, resetPath } from '#base/admin-paths'

export const isAdminScreen = (path: string): boolean => Object.values<string>(adminPaths).includes(path)

/** What whoever has a link may open without a session. */
export const isLinkPath = (path: string): boolean => linkOf(path) !== undefined

/** The kind of link, without what makes it one. */
export const linkOf = (path: string): string | undefined =>
  [invitationPath, resetPath].find((link) => matchPath(link, path) !== null)
