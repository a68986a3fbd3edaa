import type { Services } from '#platform/services'
import { contentKinds } from '#app/features'

/** A public answer after all that the features have to say of it; the same object where that is nothing. */
export async function asShown(services: Services, answer: unknown): Promise<unknown> {
  let shown = answer
  for (const kind of contentKinds) if (kind.shown) shown = await kind.shown(services, shown)
  return shown
}
