/** What a validator says of an address: one line of the report. */
export type Finding = { check: string; address: string; message: string }

/** A check answers its findings, and says by name what it left out and why. */
export type Outcome = { findings: Finding[]; skipped: string[] }
