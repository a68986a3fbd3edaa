import type { Services } from '#platform/services'
import { contentKinds } from '#app/features'

/** A public response after the filters of all features; the same object if nothing changes. */
export async function asShown(services: Services, answer: unknown): Promise<unknown> {
  let shown = answer
  for (const kind of contentKinds) if (kind.shown) shown = await kind.shown(services, shown)
  return shown
}
