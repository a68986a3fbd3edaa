import { type ComponentType, use } from 'react'

/** A lazily loaded component; `preload` starts loading its code, and ignores failures. */
type Late<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

/** Renders at once when its code has been loaded, suspends until then, and reloads the page when loading fails. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<unknown> | undefined
  let needed: Promise<unknown> | undefined
  const preload = () =>
    (loading ??= load().then(
      (component) => (Loaded = component),
      () => (loading = undefined),
    ))

  function LatePart(props: Props) {
    if (!Loaded) needed ??= preload().then(() => Loaded ?? location.reload())
    if (needed) use(needed)
    return Loaded ? <Loaded {...props} /> : null
  }
  return Object.assign(LatePart, { preload })
}
