import { type ComponentType, use } from 'react'

/** A lazily loaded component; `preload` starts loading its code. */
type Late<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

/** Renders at once when its code has been loaded, suspends until then, and reloads the page when loading fails. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<unknown> | undefined
  const preload = () => (loading ??= bring())

  async function bring() {
    try {
      Loaded = await load()
    } catch {
      loading = undefined
      location.reload()
    }
  }

  function LatePart(props: Props) {
    if (!Loaded) use(preload())
    return Loaded ? <Loaded {...props} /> : null
  }
  return Object.assign(LatePart, { preload })
}
