import { z } from 'zod'
import { plainText } from '#text/schema'
import { storedCount, storedLine, storedUrl } from '#text/stored-schema'
import { redirectKinds } from './contract'
import { normalPath, normalTarget } from './paths'

/** The schemas of a redirect in archives. An older release may have spelled a path in another way. */
export const storedRedirect = {
  from: plainText(1000).refine((text) => normalPath(text) !== undefined, 'validation.path'),
  to: storedUrl.refine((text) => normalTarget(text) !== undefined, 'validation.target'),
  kind: z.enum(redirectKinds),
  recordKind: storedLine(100).nullable(),
  recordId: storedLine(100).nullable(),
  hits: storedCount,
}
