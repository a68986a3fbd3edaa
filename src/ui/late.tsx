import { type ComponentType, use } from 'react'

/** A part of the site whose code comes when it is wanted; `preload` asks for it before. */
export type Late<Props> = ComponentType<Props> & { preload: () => Promise<unknown> }

/** Once its code is there it is shown at once; until then whoever shows it waits, and without it the page comes anew. */
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
