import { backgroundOf, type SiteLook } from '#app/look/site-look'
import { iconPaths } from './paths'

/** The ground of the icon that is built in. */
const ownGround = '#08172b'

/** The web app manifest. */
export function webManifest({ name, icon }: Pick<SiteLook, 'name' | 'icon'>): string {
  const ground = icon ? backgroundOf(icon) : ownGround
  // A system may cut the corners off the built-in ones, which have nothing there.
  const purpose = icon ? 'any' : 'any maskable'
  const hasDrawing = !icon || icon.picture.sort === 'drawing'
  return JSON.stringify({
    name,
    short_name: name,
    start_url: '/',
    display: 'browser',
    background_color: ground,
    theme_color: ground,
    icons: [
      ...(hasDrawing ? [{ src: iconPaths.drawing, sizes: 'any', type: 'image/svg+xml' }] : []),
      { src: iconPaths.small, sizes: '192x192', type: 'image/png', purpose },
      { src: iconPaths.large, sizes: '512x512', type: 'image/png', purpose },
    ],
  })
}
