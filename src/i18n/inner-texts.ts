/**
 * Loads the texts of the pages that are chunks of their own, before such a page is rendered: `browser.tsx` sets how. The
 * server has all texts.
 */
export const innerTexts: { load: () => Promise<unknown> } = { load: () => Promise.resolve() }
