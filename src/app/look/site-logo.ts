import type { SiteLogo } from '#contract/site'
import { sizedPicture } from '#ui/pictures/picture'
import type { SitePicture } from './site-look'

/** Pixels of a page: as high as the mark that is built in, and the widest that a header has room for. */
const height = 32
const mostWidth = 256
/** Width over height: a picture that is so wide holds letters, which say the name. */
const leastOfWords = 2.5

/** What pages need to know of the logo to show it in its place at once. */
export function siteLogo({ url, picture, lost }: SitePicture): SiteLogo {
  const width = Math.max(1, Math.min(mostWidth, Math.round((height * picture.width) / picture.height)))
  // WebP is small enough for what is so small, and every browser shows it.
  const sized = sizedPicture(url, picture, 'whole')
  const srcSet = sized?.sources.find(({ type }) => type === 'image/webp')?.srcSet
  return {
    image: {
      src: sized?.src ?? url,
      ...(srcSet === undefined ? {} : { srcSet, sizes: `${width}px` }),
      width,
      height,
      ...(lost[0] ? { 'data-lost': lost[0] } : {}),
    },
    holdsName: holdsName(picture),
  }
}

export const holdsName = ({ width, height: high }: { width: number; height: number }): boolean =>
  width / high >= leastOfWords
