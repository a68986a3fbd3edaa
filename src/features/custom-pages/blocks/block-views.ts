import type { BlockTypeName } from './block-types'
import { CallView } from './call/view'
import { CardsView } from './cards/view'
import { ContactView } from './contact/view'
import { FaqView } from './faq/view'
import { FiguresView } from './figures/view'
import { GalleryView } from './gallery/view'
import { HeroView } from './hero/view'
import { LogosView } from './logos/view'
import { PictureView } from './picture/view'
import { PostsView } from './posts/view'
import { ProjectsView } from './projects/view'
import { QuoteView } from './quote/view'
import { TextView } from './text/view'
import { WaitlistView } from './waitlist/view'
import type { View } from './view'

/** The component of each block type. */
export const blockViews: Partial<Record<string, View>> = {
  hero: HeroView,
  text: TextView,
  picture: PictureView,
  gallery: GalleryView,
  cards: CardsView,
  figures: FiguresView,
  quote: QuoteView,
  logos: LogosView,
  faq: FaqView,
  call: CallView,
  posts: PostsView,
  projects: ProjectsView,
  contact: ContactView,
  waitlist: WaitlistView,
} satisfies Record<BlockTypeName, View>
