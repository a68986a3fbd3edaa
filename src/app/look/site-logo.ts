import type { SiteLogo } from '#contract/site'
import { formAddress, type LibraryPicture, widthsIn } from '#contract/picture-variants'
import type { SitePicture } from './site-look'

/** Pixels of a page: as high as the mark that is built in, and the widest that a header has room for. */
const height = 32
const mostWidth = 256
/** Width over height: a picture that is so wide holds letters, which say the name. */
const leastOfWords = 2.5

/** The logo's sizes and URLs, so that pages show it without a layout shift. */
export function siteLogo({ url, picture, lost }: SitePicture): SiteLogo {
  const width = Math.max(1, Math.min(mostWidth, Math.round((height * picture.width) / picture.height)))
  return {
    image: {
      ...(picture.sort === 'drawing' ? { src: url } : sizesOf(picture, width)),
      width,
      height,
      ...(lost[0] ? { 'data-lost': lost[0] } : {}),
    },
    holdsName: includesName(picture),
  }
}

/** The variants up to the first that suffices for every screen. WebP only: every browser supports it, and AVIF saves little at this size. */
function sizesOf(picture: LibraryPicture, width: number): Pick<SiteLogo['image'], 'src' | 'srcSet' | 'sizes'> {
  const widths = widthsIn('whole', picture)
  const enough = widths.findIndex((one) => one >= 3 * width)
  const offered = enough < 0 ? widths : widths.slice(0, enough + 1)
  const addressOf = (at: number) => formAddress(picture, 'whole', at, 'webp')
  return {
    src: addressOf(offered.at(-1)!),
    srcSet: offered.map((at) => `${addressOf(at)} ${at}w`).join(', '),
    sizes: `${width}px`,
  }
}

export const includesName = ({ width, height: high }: { width: number; height: number }): boolean =>
  width / high >= leastOfWords
