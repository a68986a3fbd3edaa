/** The path of a custom page: one segment that no other page of the site has. */
export const customPagePath = '/:slug/' as const
