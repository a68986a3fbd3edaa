import { z } from 'zod'
import { isRecord } from '#base/text/content'

export const pageNames = ['home', 'projects', 'blog', 'about', 'contact', 'legal'] as const
export const pageName = z.enum(pageNames)
export type PageName = z.infer<typeof pageName>

export const pageContent = z.object({
  id: z.int(),
  page: pageName,
  content: z.string(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
})
export type PageContent = z.infer<typeof pageContent>

const jsonObjectText = z.string({ error: 'validation.jsonObject' })
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'validation.characters')
  .refine((text) => {
    try {
      return isRecord(JSON.parse(text))
    } catch {
      return false
    }
  }, 'validation.jsonObject')

/** `content` is the JSON text of an object; an object itself is accepted too and becomes its text. */
export const pageContentDraft = z.object({
  page: z.enum(pageNames, { error: 'validation.page' }),
  content: z.preprocess((value) => (isRecord(value) ? JSON.stringify(value, null, 2) : value), jsonObjectText),
})
export type PageContentDraft = z.infer<typeof pageContentDraft>
