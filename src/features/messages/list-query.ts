import { z } from 'zod'
import { plainText } from '#text/schema'
import { folders } from './contract'

export const messageListQuery = z.object({
  folder: z
    .enum([...folders, 'all'], { error: 'validation.folderFilter' })
    .optional()
    .meta({ description: 'Only messages in this folder. `all` includes spam.', example: 'inbox' }),
  q: plainText(200).optional().meta({
    description:
      'Only messages whose name, email address, subject or text contain every one of these words; case and accents are ignored.',
    example: 'engine',
  }),
})
export type MessageListQuery = z.infer<typeof messageListQuery>
