import { atom } from 'jotai'

/** What both sides know of this installation. `origin` has no trailing slash. */
export type Site = { name: string; origin: string; githubUrl: string; linkedinUrl: string; year: number }

export const siteAtom = atom<Site>({ name: '', origin: '', githubUrl: '', linkedinUrl: '', year: 0 })
export const versionLabel = 'v.0.1.0'
