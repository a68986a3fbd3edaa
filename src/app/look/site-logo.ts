import type { SiteLogo } from '#contract/site'
import { variantAddress, type LibraryPicture, widthsIn } from '#contract/picture-variants'
import type { SitePicture } from './site-look'

/** Pixels: the height of the default logo, and the maximum width in a header. */
const height = 32
const mostWidth = 256
/** Width to height: a picture at least that wide contains the name. */
const leastOfWords = 2.5

/** The logo's sizes and URLs, so that pages show it without a layout shift. */
export function siteLogo({ url, picture, lost }: SitePicture, onDark?: SitePicture): SiteLogo {
  const width = widthOf(picture)
  const [lostOn] = lost.filter((scheme) => !onDark || scheme !== 'dark')
  return {
    image: {
      ...(picture.sort === 'drawing' ? { src: url } : sizesOf(picture, width)),
      width,
      height,
      ...(lostOn ? { 'data-lost': lostOn } : {}),
    },
    holdsName: includesName(picture),
  }
}

/** The URL of the logo that a style sheet shows instead on dark backgrounds, in the place of the other. */
export const darkLogoAddress = ({ url, picture }: SitePicture): string =>
  picture.sort === 'drawing' ? url : sizesOf(picture, widthOf(picture)).src

const widthOf = (picture: LibraryPicture) =>
  Math.max(1, Math.min(mostWidth, Math.round((height * picture.width) / picture.height)))

/** The variants up to the first that suffices for every screen. WebP only: every browser supports it, and AVIF saves little at this size. */
function sizesOf(picture: LibraryPicture, width: number): Pick<SiteLogo['image'], 'src' | 'srcSet' | 'sizes'> {
  const widths = widthsIn('whole', picture)
  const enough = widths.findIndex((one) => one >= 3 * width)
  const offered = enough < 0 ? widths : widths.slice(0, enough + 1)
  const addressOf = (at: number) => variantAddress(picture, 'whole', at, 'webp')
  return {
    src: addressOf(offered.at(-1)!),
    srcSet: offered.map((at) => `${addressOf(at)} ${at}w`).join(', '),
    sizes: `${width}px`,
  }
}

export const includesName = ({ width, height: high }: { width: number; height: number }): boolean =>
  width / high >= leastOfWords
