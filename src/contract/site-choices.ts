/** What the sign-up form is for: the waitlist, the newsletter alone, or nothing (there is no form). */
export const signUpModes = ['waitlist', 'news', 'off'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** Built-in parts of the pages that can be switched off: the badge of the hero, the waitlist, and parts of the footer. */
export const siteParts = ['badge', 'waitlist', 'industries', 'version'] as const
export type SitePart = (typeof siteParts)[number]
