import { z } from 'zod'
import { contentKindNames } from '../kinds'

export const linkStates = ['broken', 'unsure', 'ok'] as const
export type LinkState = (typeof linkStates)[number]

/** A text that visitors may read, and the field in which the link stands. */
export const linkPlace = z
  .object({
    kind: z.enum([...contentKindNames, 'site-settings']),
    id: z.union([z.int(), z.string()]),
    title: z.string(),
    field: z.string(),
  })
  .meta({ id: 'LinkPlace' })
export type LinkPlace = z.infer<typeof linkPlace>

/** `status`: what was answered; null where nobody was asked or nobody answered. */
export const link = z
  .object({
    url: z.string(),
    state: z.enum(linkStates),
    status: z.int().nullable(),
    foundIn: z.array(linkPlace),
    checkedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Link' })
export type Link = z.infer<typeof link>

/** `checkedAt`: when the external ones were gone through last. */
export const linkList = z
  .object({ checkedAt: z.iso.datetime().nullable(), running: z.boolean(), links: z.array(link) })
  .meta({ id: 'LinkList' })
export type LinkList = z.infer<typeof linkList>

export const linkCheck = linkList.pick({ checkedAt: true, running: true }).meta({ id: 'LinkCheck' })
export type LinkCheck = z.infer<typeof linkCheck>
