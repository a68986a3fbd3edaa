import { z } from 'zod'
import { projectKind } from './contract'

export const nextProject = z.object({ next: projectKind.summary.nullable() }).meta({ id: 'NextProject' })
export type NextProject = z.infer<typeof nextProject>
