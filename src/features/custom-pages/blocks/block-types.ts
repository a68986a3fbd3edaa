import type { MessageId } from '#i18n/messages'
import type { RowFields } from '#records/kind/fields'
import { callFields } from './call/contract'
import { cardsFields } from './cards/contract'
import { contactFields } from './contact/contract'
import { faqFields } from './faq/contract'
import { figuresFields } from './figures/contract'
import { galleryFields } from './gallery/contract'
import { heroFields } from './hero/contract'
import { logosFields } from './logos/contract'
import { pictureFields } from './picture/contract'
import { postsFields } from './posts/contract'
import { projectsFields } from './projects/contract'
import { quoteFields } from './quote/contract'
import { textFields } from './text/contract'
import { waitlistFields } from './waitlist/contract'

type BlockType = { fields: RowFields; title: MessageId }

/** What pages of one's own are made of, in the order in which types are offered. */
export const blockTypes = {
  hero: { fields: heroFields, title: 'custom-page.blocks.hero' },
  text: { fields: textFields, title: 'custom-page.blocks.text' },
  picture: { fields: pictureFields, title: 'custom-page.blocks.picture' },
  gallery: { fields: galleryFields, title: 'custom-page.blocks.gallery' },
  cards: { fields: cardsFields, title: 'custom-page.blocks.cards' },
  figures: { fields: figuresFields, title: 'custom-page.blocks.figures' },
  quote: { fields: quoteFields, title: 'custom-page.blocks.quote' },
  logos: { fields: logosFields, title: 'custom-page.blocks.logos' },
  faq: { fields: faqFields, title: 'custom-page.blocks.faq' },
  call: { fields: callFields, title: 'custom-page.blocks.call' },
  posts: { fields: postsFields, title: 'custom-page.blocks.posts' },
  projects: { fields: projectsFields, title: 'custom-page.blocks.projects' },
  contact: { fields: contactFields, title: 'custom-page.blocks.contact' },
  waitlist: { fields: waitlistFields, title: 'custom-page.blocks.waitlist' },
} as const satisfies Record<string, BlockType>

export type BlockTypeName = keyof typeof blockTypes
