import { type Admission, rest } from './admission'
import type { SeenPage, Shape } from './seen-page'

const mostShapes = 2000

/** Pages that were seen alike, counted together until they are brought into rows. */
export function createShapes(admission: Admission) {
  let plain = new Map<string, Shape[]>()
  let further = new Map<string, Shape>()

  /** Most come without anything that a name of its own would have to be made for. */
  function find(seen: SeenPage): Shape {
    const { path, language, browser, referrer, campaign, search } = seen
    if (referrer !== '' || campaign !== '' || search !== '') return findFurther(seen)
    let alike = plain.get(path)
    if (!alike) plain.set(path, (alike = []))
    for (const shape of alike) if (shape.device === browser.device && shape.language === language) return shape
    const shape = toShape(seen, { referrer, campaign, search })
    alike.push(shape)
    return shape
  }

  function findFurther(seen: SeenPage): Shape {
    const isFull = further.size >= mostShapes
    const told = (list: 'referrer' | 'campaign' | 'search') =>
      isFull && seen[list] !== '' ? rest : admission.admit(list, seen[list])
    const came = { referrer: told('referrer'), campaign: told('campaign'), search: told('search') }
    const name = JSON.stringify([seen.path, seen.language, seen.browser.device, came])
    let shape = further.get(name)
    if (!shape) further.set(name, (shape = toShape(seen, came)))
    return shape
  }

  return {
    find,
    take(): Shape[] {
      const all = [...[...plain.values()].flat(), ...further.values()]
      plain = new Map()
      further = new Map()
      return all
    },
  }
}

const toShape = (
  { path, language, browser: { device } }: SeenPage,
  came: Pick<Shape, 'referrer' | 'campaign' | 'search'>,
): Shape => ({ path, language, device, ...came, views: 0, places: new Set() })
