import type { ChecklistKey } from '#contract/checklist-keys'
import type { Services } from './services'

/** A feature's contribution to a task of the owner; several may contribute to the same. */
export type ChecklistItem = {
  key: ChecklistKey
  left(services: Services, asked: ChecklistContext): Promise<Left>
}

/** `origin` is the site's own, `userId` the signed-in administrator. */
export type ChecklistContext = { origin: string; userId: number }

/** `count`: how much is left, or null if it is not countable. `href`: where to do the next. */
type Left = { isDone: boolean; count: number | null; href: string }

export const countedLeft = (count: number, href: string): Left => ({ isDone: count === 0, count, href })
export const doneOrLeft = (isDone: boolean, href: string): Left => ({ isDone, count: null, href })
