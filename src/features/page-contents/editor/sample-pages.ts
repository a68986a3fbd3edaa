import { starterPages } from './starter-pages' with { type: 'macro' }

/** The initial content of a page created in the admin: that of the starter content. */
export const samplePages = starterPages()
