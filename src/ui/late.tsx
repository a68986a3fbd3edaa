import { type ComponentType, lazy, useState } from 'react'

/** A lazily loaded component; `preload` starts loading its code, and ignores failures. */
type Late<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

/** Renders at once when its code has been loaded, suspends until then, and reloads the page when loading fails. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<unknown> | undefined
  const preload = () =>
    (loading ??= load().then(
      (component) => (Loaded = component),
      () => (loading = undefined),
    ))
  const Lazy = lazy(async () => {
    await preload()
    if (!Loaded) location.reload()
    return { default: Loaded ?? (() => null) }
  })

  function LatePart(props: Props) {
    // The same one for as long as it is mounted: another would lose its state.
    const [Part] = useState(() => Loaded ?? Lazy)
    return <Part {...props} />
  }
  return Object.assign(LatePart, { preload })
}
