import { config } from 'zod'

// zod tries whether it may compile schemas with `new Function`; the content policy forbids that and reports the try.
config({ jitless: true })
