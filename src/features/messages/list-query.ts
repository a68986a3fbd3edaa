import { z } from 'zod'
import { plainText } from '#text/schema'
import { folders } from './contract'

export const messageListQuery = z.object({
  folder: z
    .enum([...folders, 'all'], { error: 'validation.folderFilter' })
    .optional()
    .meta({ description: 'Only those that lie there; `all` is all three together.', example: 'inbox' }),
  q: plainText(200).optional().meta({
    description:
      'Words that all occur in the name, the email address, the subject or the message, whatever their case and accents.',
    example: 'engine',
  }),
})
export type MessageListQuery = z.infer<typeof messageListQuery>
