/** Fields that blocks of several types have. */
export const line = { type: 'text', max: 200, translated: true } as const
export const lines = { type: 'lines', max: 1000, translated: true } as const

/** What a picture shows: '' of one that only adorns. */
export const alt = { type: 'text', max: 300, present: true, translated: true } as const

export const src = { type: 'picture', required: true } as const

/** Optional as a whole. */
export const picture = { type: 'group', fields: { src, alt } } as const

/** What a button says, and where it leads. */
export const actionFields = {
  label: { ...line, max: 80, required: true },
  href: { type: 'link', required: true },
} as const

/** How many posts or projects are shown. */
export const count = { type: 'number', min: 1, max: 12 } as const
