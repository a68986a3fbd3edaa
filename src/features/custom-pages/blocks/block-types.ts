import type { MessageId } from '#i18n/messages'
import type { RowFields } from '#records/kind/fields'
import { heroFields } from './hero/contract'
import { textFields } from './text/contract'

type BlockType = { fields: RowFields; title: MessageId }

/** What pages of one's own are made of, in the order in which types are offered. */
export const blockTypes = {
  hero: { fields: heroFields, title: 'custom-page.blocks.hero' },
  text: { fields: textFields, title: 'custom-page.blocks.text' },
} as const satisfies Record<string, BlockType>

export type BlockTypeName = keyof typeof blockTypes
