import { z } from 'zod'
import { contentKindNames } from '../kinds'

export const linkStates = ['broken', 'unsure', 'ok'] as const
export type LinkState = (typeof linkStates)[number]

/** The record and the field that contain the link. */
export const linkPlace = z
  .object({
    kind: z.enum([...contentKindNames, 'site-settings']),
    id: z.union([z.int(), z.string()]),
    title: z.string(),
    field: z.string(),
  })
  .meta({ id: 'LinkPlace' })
export type LinkPlace = z.infer<typeof linkPlace>

/** `status` of the last response; null when there was none or the link has not been checked. */
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

/** `checkedAt`: the time of the last check of external links. */
export const linkList = z
  .object({ checkedAt: z.iso.datetime().nullable(), running: z.boolean(), links: z.array(link) })
  .meta({ id: 'LinkList' })
export type LinkList = z.infer<typeof linkList>

export const linkCheck = linkList.pick({ checkedAt: true, running: true }).meta({ id: 'LinkCheck' })
export type LinkCheck = z.infer<typeof linkCheck>
