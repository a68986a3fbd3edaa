import { starterPages } from './starter-pages' with { type: 'macro' }

/** What a page begins with when somebody creates it in the admin: what it says on a new site. */
export const samplePages = starterPages()
