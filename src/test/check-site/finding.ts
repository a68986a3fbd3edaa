/** A validator's message about a URL: one line of the report. */
export type Finding = { check: string; address: string; message: string }

/** The findings of a check, and what it skipped and why. */
export type Outcome = { findings: Finding[]; skipped: string[] }
