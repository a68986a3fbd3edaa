import { config } from 'zod'

// zod tests whether it may compile schemas with `new Function`; the content security policy forbids that and reports
// the attempt.
config({ jitless: true })
