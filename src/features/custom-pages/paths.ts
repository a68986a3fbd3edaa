/** Of a page of one's own: whatever path of one part no other page of the site has. */
export const customPagePath = '/:slug/' as const
