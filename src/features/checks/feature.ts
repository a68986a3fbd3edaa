import type { Feature } from '#platform/feature'
import { checksApi } from './api'
import type { CheckPorts } from './check-values'

/** Checks what an editor is about to publish, and what is published. */
export const checksFeature = (ports: CheckPorts): Feature => ({
  api: { routes: (services) => checksApi(services, ports) },
})
